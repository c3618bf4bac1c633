/** @jest-environment jsdom */
import type { Mention, MentionId, TicketId } from '@inbox/domain';
import type { Connection, Toast } from '@inbox/events';
import { createStore } from '@inbox/panel/store';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createMentions, type Mentions } from './mentions';

let visibility: DocumentVisibilityState = 'visible';
const stops: (() => void)[] = [];
beforeEach(() => {
  visibility = 'visible';
  jest.useFakeTimers();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const see = (now: DocumentVisibilityState): void => {
  visibility = now;
  document.dispatchEvent(new Event('visibilitychange'));
};
const mention = (ticket: number): Mention => ({
  id: ticket as MentionId,
  ticket_id: ticket as TicketId,
  agent_name: 'Asha Rao',
  created_at: '2026-11-20T12:00:00Z',
});
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

function open(answers: (Mention[] | Error)[], state: Connection['state'] = 'live') {
  const refs: string[] = [];
  const toasts: Toast[] = [];
  const opened: number[] = [];
  const hidden = jest.fn();
  const connection = createStore({ state } as Connection);
  const mentions: Mentions = createMentions({
    async take(ref) {
      refs.push(ref);
      const answer = answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    connection,
    show: (toast) => void toasts.push(toast),
    open: (ticket) => void opened.push(ticket),
    notifyHidden: hidden,
  });
  stops.push(mentions.stop);
  return { mentions, refs, toasts, opened, hidden, connection };
}

it('tells at the start what came while nobody was there, with a way to the ticket', async () => {
  const { mentions, toasts, opened } = open([[mention(12)]]);
  await settled();
  expect(toasts).toMatchObject([
    { kind: 'info', text: 'Asha Rao mentioned you in a note on ticket #12', action: { label: 'Open ticket' } },
  ]);
  mentions.onActed('conversation.undo.12');
  mentions.onActed(toasts[0]?.action?.id ?? '');
  expect(opened).toEqual([12]);
});

it('asks again when it is told of more, and not before', async () => {
  const { mentions, refs, toasts } = open([[], [mention(1)]]);
  await settled();
  see('visible');
  await settled();
  expect(refs).toHaveLength(1);
  mentions.onMentioned();
  await settled();
  expect([refs.length, toasts.length]).toEqual([2, 1]);
  expect(new Set(refs).size).toBe(2);
});

it('leaves them to a page that is in view and connected', async () => {
  visibility = 'hidden';
  const { mentions, refs, toasts, hidden, connection } = open([[mention(1)]], 'connecting');
  mentions.onMentioned();
  await settled();
  expect([refs.length, hidden.mock.calls.length]).toEqual([0, 1]);
  see('visible');
  await settled();
  expect(refs).toEqual([]);
  connection.set({ state: 'live' });
  await settled();
  expect([refs.length, toasts.length]).toEqual([1, 1]);
});

it('makes the same request again when its answer is lost', async () => {
  const { refs, toasts } = open([new Error('offline'), [mention(1)]]);
  await settled();
  expect(toasts).toEqual([]);
  jest.advanceTimersByTime(30_000);
  await settled();
  expect([toasts.length, refs.length, refs[0] === refs[1]]).toEqual([1, 2, true]);
});

it('of many shows the newest, and how many more there are', async () => {
  const { toasts } = open([[1, 2, 3, 4, 5].map(mention)]);
  await settled();
  expect(toasts.map(({ text }) => text)).toEqual([
    '2 more notes mention you',
    ...[3, 4, 5].map((ticket) => `Asha Rao mentioned you in a note on ticket #${ticket}`),
  ]);
});
