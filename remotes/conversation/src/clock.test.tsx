/** @jest-environment jsdom */
import './testing/held-records';
import { forgetRenders, renders } from './testing/counted-renders';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Ticket } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';
import { act, screen } from '@testing-library/react';
import { RENDERS, TIMERS_AT_REST } from '../../../budgets';
import { countTimers } from './testing/counted-timers';
import { lookedAt, mounted, rohit, world } from './testing/reply-world';

const SECOND = 1_000;
const HOUR = 3_600_000;

beforeEach(() => {
  localStorage.clear();
  lookedAt();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function setVisibility(state: DocumentVisibilityState): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const rendered = () => ({ header: renders('header'), thread: renders('thread'), composer: renders('composer') });
const box = () => screen.queryByRole('textbox', { name: 'Reply' });

/** A WhatsApp ticket of which the session runs for so long. */
const running = (ms: number) =>
  aTicket({ ...rohit, status: 'open', session_expiry_at: new Date(Date.now() + ms - 24 * HOUR).toISOString() });

/** The panel, after all that opening the ticket causes. */
async function opened(ticket: Ticket) {
  const fake = await mounted(world({ handledTime: () => ({ total_time_in_second: 0 }) }, ticket));
  await pass(2 * SECOND);
  return fake;
}

/** The same of a ticket that may be replied to. */
async function open(ticket: Ticket) {
  const fake = await opened(ticket);
  expect(box()).toBeVisible();
  forgetRenders();
  return fake;
}

describe('while nothing changes but the time', () => {
  it('only the text that shows it is rendered', async () => {
    await open(running(20 * HOUR));
    const before = screen.getByText(/^Ticket will expire in/).textContent;
    await pass(10 * SECOND);
    expect(screen.getByText(/^Ticket will expire in/).textContent).not.toBe(before);
    expect(rendered()).toEqual(RENDERS.time);
  });

  it('nothing is rendered as the minutes pass', async () => {
    await open(running(20 * HOUR));
    await pass(300 * SECOND);
    expect(rendered()).toEqual(RENDERS.time);
  });

  it('a half-written reply is not rendered', async () => {
    const fake = await open(running(20 * HOUR));
    await act(() => fake.join('replies').send('reply.insert', { ticket_id: rohit.id, text: 'Half' }));
    // It is stored when the agent pauses.
    await pass(10 * SECOND);
    expect(box()).toHaveValue('Half');
    forgetRenders();
    await pass(10 * SECOND);
    expect(renders('composer')).toBe(0);
  });
});

it('the reply box goes in the second in which the session ends', async () => {
  await open(running(30 * SECOND));
  await pass(27 * SECOND);
  expect(box()).toBeVisible();
  await pass(2 * SECOND);
  expect(box()).toBeNull();
  expect(screen.getByText('Whatsapp session expired.')).toBeVisible();
});

it('what has ended says so, and what is closed counts nothing down', async () => {
  await open(running(30 * SECOND));
  expect(screen.getByText('Ticket will expire in 00:00:28 hours')).toBeVisible();
  await pass(28 * SECOND);
  expect(screen.queryByText(/^Ticket will expire in/)).toBeNull();
  expect(screen.getByText('Ticket is expired!')).toBeVisible();
});

describe('the timers of ten seconds at rest', () => {
  const at = (changes: Partial<Ticket>) => aTicket({ ...running(20 * HOUR), ...changes });
  it.each([
    // The countdown and the handling time change in one frame.
    ['a running session', at({}), TIMERS_AT_REST.seconds],
    ['a session that has ended, with its handling time', running(-HOUR), TIMERS_AT_REST.seconds],
    ['a running session that nobody handles', at({ status: 'follow_up' }), TIMERS_AT_REST.seconds],
    ['a closed ticket', at({ status: 'closed' }), TIMERS_AT_REST.none],
    ['a mail that waits', at({ status: 'follow_up', conversation_source: 'email' }), TIMERS_AT_REST.none],
  ])('of %s', async (_name, ticket, most) => {
    const ran = countTimers();
    await opened(ticket);
    const before = ran();
    await pass(10 * SECOND);
    expect(ran() - before).toBe(most);
  });

  it('of a hidden page, and the times are right when it is shown', async () => {
    const ran = countTimers();
    await opened(at({}));
    setVisibility('hidden');
    // Whoever looks away is reported, and a colleague is no longer told of them.
    await pass(10 * 60 * SECOND);
    const before = ran();
    await pass(10 * SECOND);
    expect(ran() - before).toBe(TIMERS_AT_REST.none);
    setVisibility('visible');
    expect(screen.getByText(/^Ticket will expire in 19:4\d/)).toBeVisible();
  });
});
