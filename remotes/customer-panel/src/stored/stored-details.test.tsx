/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import type { StoredAnswer } from '@inbox/panel/contract';
import { aCustomer, aSibling, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import panel from '../panel';

const rohit = aTicket({ id: 7, conversation_id: 70, full_name: 'Rohit Khanna' });
const NOTE = /^As of /;

/** What this browser has stored, by its key. */
async function openWith(stored: Record<string, StoredAnswer>, answers: Answers = {}) {
  const fake = createFakePorts({
    open: rohit.id,
    answers: { customerDetails: () => aCustomer(), customerTickets: () => [aSibling({ id: 7 })], ...answers },
  });
  const makes = new Map<string, () => StoredAnswer | null>();
  fake.ports.stored = {
    read: async (key) => stored[key] ?? null,
    write: (key, make) => void makes.set(key, make),
  };
  fake.setCurrentTicket(rohit);
  await mountPanel(panel, { fake });
  return { fake, written: (key: string) => makes.get(key)?.() ?? null };
}

afterEach(() => localStorage.clear());

const at = Date.now() - 3_600_000;
const known = (customer: unknown): Record<string, StoredAnswer> => ({
  'customer/7': { data: { customer: { data: customer, at } }, at, seq: 4 },
});

describe('what an earlier page has stored of a customer', () => {
  it('shows at once with its time, until the server has answered', async () => {
    let answer = (): void => undefined;
    const customerDetails = () =>
      new Promise<ReturnType<typeof aCustomer>>((resolve) => {
        answer = () => resolve(aCustomer({ city: 'Nashik' }));
      });
    await openWith(known(aCustomer({ city: 'Pune' })), { customerDetails });
    expect(await screen.findByText('Pune')).toBeVisible();
    expect(screen.getByText(NOTE)).toBeVisible();
    await act(async () => answer());
    expect(await screen.findByText('Nashik')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
  });

  it('is replaced by an answer whatever the clock says, also one that has not moved since', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(at);
    let answer = (): void => undefined;
    const customerDetails = () =>
      new Promise<ReturnType<typeof aCustomer>>((resolve) => {
        answer = () => resolve(aCustomer({ city: 'Pune' }));
      });
    try {
      await openWith(known(aCustomer({ city: 'Pune' })), { customerDetails });
      expect(await screen.findByText(NOTE)).toBeVisible();
      await act(async () => answer());
      await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
    } finally {
      clock.mockRestore();
    }
  });

  it('stays without a line, and is asked for again', async () => {
    let times = 0;
    const customerDetails = () => {
      times += 1;
      if (times < 2) throw new ApiError('timeout', 'not now');
      return aCustomer({ city: 'Nashik' });
    };
    await openWith(known(aCustomer({ city: 'Pune' })), { customerDetails });
    expect(await screen.findByText('Pune')).toBeVisible();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    act(() => retry.click());
    expect(await screen.findByText('Nashik')).toBeVisible();
  });

  it('is not shown when it does not fit the call', async () => {
    await openWith(known({ nobody: true }), { customerDetails: () => aCustomer({ city: 'Nashik' }) });
    expect(await screen.findByText('Nashik')).toBeVisible();
    expect(screen.queryByText(NOTE)).toBeNull();
  });
});

it('stores what the sections show, each with its time', async () => {
  const { written } = await openWith({});
  await screen.findByText('Pune');
  await waitFor(() => expect(written('customer/7')).not.toBeNull());
  await waitFor(() =>
    expect(Object.keys(written('customer/7')?.data as object)).toEqual(['customer', 'customer-tickets']),
  );
  expect(written('customer/7')?.data).toMatchObject({ customer: { data: { city: 'Pune' }, at: expect.any(Number) } });
});
