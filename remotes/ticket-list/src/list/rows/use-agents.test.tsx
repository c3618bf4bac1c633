/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST } from '@inbox/domain';
import { anAgent, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { act } from '@testing-library/react';
import panel from '../../panel';
import { layOut } from '../../testing/lay-out';

beforeEach(() => {
  layOut();
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

it('rows name their owners by themselves when the agents could not be had at first', async () => {
  let times = 0;
  const fake = createFakePorts({
    answers: {
      ticketCounter: () => ({}),
      ticketList: () => ({ tickets: [aTicket({ id: 2, status: 'assigned' })], oldest_timestamp: END_OF_LIST, seq: 1 }),
      allAgents() {
        times += 1;
        if (times < 3) throw new ApiError('server', 'no');
        return [anAgent({ id: 1, first_name: 'Asha' })];
      },
    },
  });
  await mountPanel(panel, { fake });
  for (const ms of [0, 4_000, 4_000]) await act(() => jest.advanceTimersByTimeAsync(ms));
  expect(times).toBe(3);
  expect(document.querySelector('[data-ticket-id]')).toHaveTextContent('#2 · Asha');
});
