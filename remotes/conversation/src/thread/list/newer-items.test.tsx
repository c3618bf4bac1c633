/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { END_OF_LIST, type ContentItem } from '@inbox/domain';
import { aLiveEvent, aLog, aMessage, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { act, screen, within } from '@testing-library/react';
import panel from '../../panel';
import { giveLayout } from '../../testing/layout';

/** A server that is newer than this page: what it says is not in the types. */
const ticket = aTicket({ id: 1, conversation_id: 101 });
const of = { ticket_id: 1, conversation_id: 101 } as const;
const asKnown = (item: object) => item as ContentItem;
const poll = asKnown({
  ...aMessage({ ...of, id: 2, message: 'Red or blue?' }),
  content_type: 'poll',
  options: ['Red'],
});
const mute = asKnown({ ...of, id: 3, rev: 1, created_at: aMessage().created_at, content_type: 'weather', degrees: 31 });
const log = asKnown({ ...aLog({ ...of, id: 4, comment: 'Meera froze this ticket.' }), event: 'frozen' });

beforeEach(() => {
  localStorage.clear();
  giveLayout();
});

async function show(content: ContentItem[]) {
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      allAgents: () => [],
      markRead: () => ({ ticket }),
      content: () => ({
        ticket,
        siblings: [],
        content,
        oldest_timestamp: END_OF_LIST,
        seq: 0,
        server_time: aMessage().created_at,
      }),
    },
  });
  await mountPanel(panel, { fake });
  return { fake, thread: await screen.findByRole('log', { hidden: true }) };
}

const notYet = (kind: string) => `This page cannot show this yet: ${kind}. Reload it to see more.`;

it('a loaded thread shows what is newer than the page in its place, as far as it is understood', async () => {
  const { fake, thread } = await show([aMessage({ ...of, id: 1, message: 'Hello' }), poll, mute, log]);
  expect(await within(thread).findByText('Hello')).toBeTruthy();
  const bubble = thread.querySelector<HTMLElement>('[data-message-id="2"]')!;
  expect(within(bubble).getByText(notYet('poll'))).toBeTruthy();
  expect(within(bubble).getByText('Red or blue?')).toBeTruthy();
  expect(within(thread).getByText(notYet('weather'))).toBeTruthy();
  expect(within(thread).getByText('Meera froze this ticket.')).toBeTruthy();
  expect(thread.textContent).not.toContain('Media not available');
  expect(fake.reports.map(({ level, detail }) => [level, detail])).toContainEqual([
    'warning',
    'content_type: poll, content_type: weather, log.event: frozen',
  ]);
});

it('so does what comes over the live connection', async () => {
  const { fake, thread } = await show([aMessage({ ...of, id: 1, message: 'Hello' })]);
  await within(thread).findByText('Hello');
  act(() => fake.emitLive({ ...aLiveEvent({ type: 'conversations.new_message' }), items: [poll, log] }));
  expect(await within(thread).findByText(notYet('poll'))).toBeTruthy();
  expect(within(thread).getByText('Meera froze this ticket.')).toBeTruthy();
  expect(fake.faults).toEqual([]);
});
