import { describe, expect, it } from '@jest/globals';
import type { ChangeAnswer } from '@inbox/api';
import type { AgentId } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';
import { performChange } from './perform-change';
import type { TicketChange } from './ticket-change';

const [asha, ravi] = [1, 2] as unknown as readonly [AgentId, AgentId];
const close: TicketChange = { kind: 'close', send_csat: false, ref: 'r1' };

describe('a change that is asked of the server', () => {
  const seen = { owner_id: ravi, received_at: '2026-11-20T05:00:00.000Z' };
  const ticket = aTicket({ id: 11, status: 'open', ...seen });
  const waiting = { id: 'a', place: 1, ticket_id: ticket.id, seen, waiting: null, refused: null, met: null };
  const now = new AbortController().signal;
  const perform = (change: TicketChange, answer: ChangeAnswer) => {
    const asked: unknown[] = [];
    const one = (name: string) => async (input: unknown) => {
      asked.push([name, input]);
      return { ...answer, ticket };
    };
    const calls = {
      transfer: one('transfer'),
      setStatus: one('setStatus'),
      addTags: one('addTags'),
      removeTags: one('removeTags'),
    };
    return { asked, performed: performChange({ ...waiting, change }, calls, now) };
  };

  it.each<[string, TicketChange, string, object]>([
    ['an assignment', { kind: 'assign', to: asha, name: 'Asha' }, 'transfer', { transfer_to: asha, seen }],
    ['a close', close, 'setStatus', { status: 'closed', send_csat: false, ref: 'r1', seen }],
    [
      'a close with a survey',
      { ...close, send_csat: true },
      'setStatus',
      { status: 'closed', send_csat: true, ref: 'r1', seen },
    ],
    ['a reopening', { kind: 'reopen' }, 'setStatus', { status: 'open', send_csat: false, seen }],
  ])('says what its agent had seen: %s', async (_, change, call, body) => {
    const { asked, performed } = perform(change, { tickets: [ticket], failed: [] });
    expect(await performed).toEqual({ kind: 'done', ticket, note: undefined });
    expect(asked).toEqual([[call, { body: { ticket_ids: [11], ...body } }]]);
  });

  it.each([
    ['add-tag', 'addTags'],
    ['remove-tag', 'removeTags'],
  ] as const)('of tags does what has been done nothing more: %s', async (kind, call) => {
    const { asked, performed } = perform({ kind, tag: 'a' }, { tickets: [], failed: [] });
    expect(await performed).toEqual({ kind: 'done', ticket });
    expect(asked).toEqual([[call, { body: { ticket_id: 11, tags: 'a' } }]]);
  });

  it('meets a ticket that is not as it was seen', async () => {
    const failure = { ticket_id: ticket.id, message: 'The ticket has changed meanwhile.', meanwhile: ticket };
    const { performed } = perform(close, { tickets: [], failed: [failure] });
    expect(await performed).toEqual({ kind: 'met', ticket });
  });

  it('that the server refuses for this ticket is refused in its words', async () => {
    const { performed } = perform(close, { tickets: [], failed: [{ ticket_id: ticket.id, message: 'You may not.' }] });
    await expect(performed).rejects.toMatchObject({ kind: 'refused', message: 'You may not.' });
  });
});
