/** @jest-environment jsdom */
import './testing/held-records';
import { forgetRenders, renders } from './testing/counted-renders';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Ticket } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';
import { act, screen } from '@testing-library/react';
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

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const box = () => screen.queryByRole('textbox', { name: 'Reply' });

/** A WhatsApp ticket of which the session runs for so long. */
const running = (ms: number) =>
  aTicket({ ...rohit, status: 'open', session_expiry_at: new Date(Date.now() + ms - 24 * HOUR).toISOString() });

/** The panel, after all that opening the ticket causes. */
async function open(ticket: Ticket) {
  const fake = await mounted(world({ handledTime: () => ({ total_time_in_second: 0 }) }, ticket));
  await pass(2 * SECOND);
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
    expect([renders('composer'), renders('header'), renders('thread')]).toEqual([0, 0, 0]);
  });

  it('nothing is rendered as the minutes pass', async () => {
    await open(running(20 * HOUR));
    await pass(300 * SECOND);
    expect([renders('composer'), renders('header'), renders('thread')]).toEqual([0, 0, 0]);
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
