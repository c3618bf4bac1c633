import { describe, expect, it, jest } from '@jest/globals';
import type { Outgoing } from '@inbox/domain';
import { aMessage } from '@inbox/panel/testing';
import type { WaitingChange } from '../ticket-change';
import type { Kind } from '../../storage/record-db';
import type { RecordTypes } from '../../storage/record-types';
import { countUnsent, sendUnsent, type UnsentSession } from './unsent-work';

const reply = (temp_id: string, more: Partial<Outgoing> = {}) =>
  ({ temp_id, refused: null, newer: [], ...more }) as unknown as Outgoing;
const change = (id: string, more: Partial<WaitingChange> = {}) =>
  ({ id, refused: null, met: null, ...more }) as unknown as WaitingChange;
type Stored = { [K in Kind]?: Partial<RecordTypes[K]>[] };

function session(outbox: Outgoing[], waiting: WaitingChange[], stored: Stored = {}) {
  const sender = { outbox: () => outbox, again: jest.fn(), wake: jest.fn() };
  const changes = { list: () => waiting, again: jest.fn(), wake: jest.fn() };
  const of = (kind: Kind) => new Map((stored[kind] ?? []).map((record, at) => [`${at}`, record]));
  return { sender, changes, records: { of } } as unknown as UnsentSession & {
    sender: typeof sender;
    changes: typeof changes;
  };
}

const draft = (ticket: number, text: string, more: object = {}) => ({
  ticket_id: ticket,
  text,
  attachments: [],
  ...more,
});

describe('what a sign-out would leave behind', () => {
  it.each<[string, Outgoing[], WaitingChange[], object, ReturnType<typeof countUnsent>]>([
    ['nothing', [], [], {}, { waiting: 0, held: 0, lines: [] }],
    [
      'one reply and one change',
      [reply('a')],
      [change('x')],
      {},
      { waiting: 2, held: 0, lines: ['1 reply has not been sent', '1 change of a ticket has not been made'] },
    ],
    [
      'a reply that was refused, and a change that was held back',
      [reply('a'), reply('b', { refused: 'No' })],
      [change('x', { met: {} as never })],
      {},
      { waiting: 1, held: 2, lines: ['2 replies have not been sent', '1 change of a ticket has not been made'] },
    ],
    [
      'drafts: one for each place, however many tabs have written there',
      [],
      [],
      {
        drafts: [draft(1, 'Hello'), draft(1, 'Hello you'), draft(1, 'A mail', { kind: 'forward' }), draft(2, ' ')],
        uploads: [{ ticket_id: 1 }, { ticket_id: 3 }],
        'comment-drafts': [{ text: 'Thanks' }, { text: '' }],
        undo: [{ is_undoing: false }, { is_undoing: true }],
      },
      { waiting: 0, held: 0, lines: ['5 drafts'] },
    ],
  ])('%s', (_, outbox, waiting, stored, expected) => {
    expect(countUnsent(session(outbox, waiting, stored as Stored))).toEqual(expected);
  });
});

it('sends what waits and tries once more what was refused, and leaves alone what is held back for its writer', () => {
  const newer = [aMessage({ id: 9 })];
  const { sender, changes, ...rest } = session(
    [reply('waits'), reply('refused', { refused: 'No' }), reply('held', { refused: 'Seen?', newer })],
    [change('refused', { refused: 'No' }), change('held', { met: {} as never })],
  );
  sendUnsent({ sender, changes, ...rest });
  expect(sender.again.mock.calls).toEqual([['refused']]);
  expect(changes.again.mock.calls).toEqual([['refused']]);
  expect(sender.wake).toHaveBeenCalledWith(true);
  expect(changes.wake).toHaveBeenCalledWith(true);
});
