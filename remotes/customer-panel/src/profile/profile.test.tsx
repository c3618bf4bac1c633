/** @jest-environment jsdom */
import { aCustomer, aLiveEvent, aSibling, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { COPIED_MS } from '@inbox/panel';
import type { Answers } from '@inbox/panel/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { Customer, TicketId } from '@inbox/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';
import { PATIENCE_MS } from '../ticket/use-shown-ticket';

const rohit = aTicket({ id: 7, conversation_id: 70, full_name: 'Rohit Khanna' });
const priya = aTicket({ id: 8, conversation_id: 80, full_name: 'Priya Raghunathan' });

async function mountFor(answers: Answers = {}) {
  const fake = createFakePorts({
    open: rohit.id,
    answers: { customerDetails: () => aCustomer(), customerTickets: () => [aSibling({ id: 7 })], ...answers },
  });
  fake.setCurrentTicket(rohit);
  return mountPanel(panel, { fake });
}

afterEach(() => localStorage.clear());

const landmark = () => screen.getByRole('complementary', { name: 'Customer details' });
const nothing: Partial<Customer> = { first_name: 'NA', last_name: '', full_name: null, email: 'NA', phone: null };

describe('the profile', () => {
  it('shows who the customer is, what they spent and how their orders went', async () => {
    const { ready } = await mountFor();
    await ready();
    const text = landmark();
    expect(text).toHaveTextContent('Rohit Khanna');
    expect(text).toHaveTextContent('₹1,24,860.00 spent');
    expect(text).toHaveTextContent('rohit.k@mail.example');
    expect(text).toHaveTextContent('98765 43210');
    expect(text).toHaveTextContent('Pune');
    const stats = screen.getAllByRole('term').map((term) => `${term.nextSibling?.textContent} ${term.textContent}`);
    expect(stats).toEqual(expect.arrayContaining(['14 orders', '86% delivered', '7% returned']));
  });

  it('lets a long e-mail address go on in the next line before its @', async () => {
    await mountFor();
    const address = await screen.findByText('rohit.k', { exact: false, selector: 'bdi' });
    expect(address.innerHTML).toBe('rohit.k<wbr>@mail.example');
  });

  it('leaves out what the server does not know, NA included', async () => {
    await mountFor({ customerDetails: () => aCustomer({ email: 'NA', phone: 'na', city: ' ' }) });
    await within(landmark()).findByText('Rohit Khanna');
    expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
  });

  it.each([
    ['nothing is known of them', () => aCustomer({ ...nothing, city: null, analytics: null })],
    [
      'the server has no such customer',
      () => {
        throw new ApiError('refused', 'Not found', { status: 404 });
      },
    ],
  ])('says that the data is unavailable when %s', async (_, customerDetails) => {
    const { ready } = await mountFor({ customerDetails });
    expect(await screen.findByText('Customer data unavailable.')).toBeVisible();
    await ready();
  });

  it('says that there are no stats for a customer who never ordered', async () => {
    await mountFor({ customerDetails: () => aCustomer({ analytics: null }) });
    expect(await screen.findByText('No stats yet.')).toBeVisible();
  });

  it('says what failed, and Retry asks again', async () => {
    const { fake } = await mountFor({
      customerDetails: () => {
        throw new ApiError('refused', 'The shop does not answer', { status: 409 });
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The shop does not answer');
    fake.answer({ customerDetails: () => aCustomer() });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('₹1,24,860.00 spent');
  });

  it('asks again by itself when the line is back', async () => {
    const { fake } = await mountFor({
      customerDetails: () => {
        throw new ApiError('refused', 'The shop does not answer', { status: 409 });
      },
    });
    await act(() => fake.setConnection({ state: 'offline', since: Date.now(), attempt: 1 }));
    await screen.findByRole('alert');
    fake.answer({ customerDetails: () => aCustomer() });
    await act(() => fake.setConnection({ state: 'live' }));
    await screen.findByText('₹1,24,860.00 spent');
  });

  it('folds away and back', async () => {
    const { ready } = await mountFor();
    await ready();
    const head = screen.getByRole('button', { name: 'Profile' });
    await userEvent.click(head);
    expect(head).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('₹1,24,860.00 spent')).not.toBeVisible();
    await userEvent.click(head);
    expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
  });
});

describe('another ticket', () => {
  const byConversation: Answers['customerDetails'] = ({ params }) =>
    aCustomer({ full_name: params.conversation_id === rohit.conversation_id ? 'Rohit Khanna' : 'Priya Raghunathan' });

  it('takes the old customer away at once, before the new one is known', async () => {
    const { fake } = await mountFor({ customerDetails: byConversation });
    await screen.findByText('Rohit Khanna');
    await act(() => fake.openTicket(priya.id));
    expect(landmark()).not.toHaveTextContent('Rohit Khanna');
    await act(() => fake.setCurrentTicket(priya));
    await screen.findByText('Priya Raghunathan');
  });

  it('aborts the call for the one that was left, and its late answer changes nothing', async () => {
    let answerRohit = (_: Customer) => {};
    const { fake } = await mountFor({
      customerDetails: ({ params }) =>
        params.conversation_id === rohit.conversation_id
          ? new Promise<Customer>((resolve) => (answerRohit = resolve))
          : aCustomer({ full_name: 'Priya Raghunathan' }),
    });
    await waitFor(() => expect(fake.calls.some(({ name }) => name === 'customerDetails')).toBe(true));
    await act(() => {
      fake.openTicket(priya.id);
      fake.setCurrentTicket(priya);
    });
    expect(fake.calls.find(({ name }) => name === 'customerDetails')?.signal?.aborted).toBe(true);
    await act(async () => answerRohit(aCustomer()));
    await screen.findByText('Priya Raghunathan');
    expect(landmark()).not.toHaveTextContent('Rohit Khanna');
  });

  it('shows no customer while no ticket is open', async () => {
    const { fake } = await mountFor();
    await act(() => fake.openTicket(null));
    expect(landmark()).toHaveTextContent('Open a conversation to see its customer.');
  });
});

describe('a ticket that does not come', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is not waited for when the conversation panel says that it cannot be shown', async () => {
    const { fake, ready } = await mountPanelFor(rohit.id);
    await act(() => fake.setCurrentTicket(null, rohit.id));
    expect(landmark()).toHaveTextContent('Customer data unavailable.');
    await ready();
  });

  it('is asked for by the panel itself when nobody tells of it', async () => {
    jest.useFakeTimers();
    const { fake } = await mountPanelFor(rohit.id, { customerTicket: () => ({ ticket: rohit }) });
    await act(() => jest.advanceTimersByTime(PATIENCE_MS - 1));
    expect(fake.calls).toEqual([]);
    await steps();
    expect(landmark()).toHaveTextContent('₹1,24,860.00 spent');
    expect(fake.calls[0]).toMatchObject({ name: 'customerTicket', input: { params: { of: 'ticket', id: rohit.id } } });
  });

  it('says so when the server has none, and shows it should it come after all', async () => {
    jest.useFakeTimers();
    const { fake } = await mountPanelFor(rohit.id, {
      customerTicket: () => {
        throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
      },
    });
    await act(() => jest.advanceTimersByTime(PATIENCE_MS));
    await steps();
    expect(landmark()).toHaveTextContent('Customer data unavailable.');
    await act(() => fake.setCurrentTicket(rohit));
    await steps();
    expect(landmark()).toHaveTextContent('₹1,24,860.00 spent');
  });

  /** Answers come, and what they lead to is asked for, a few times in a row. */
  async function steps() {
    for (let step = 0; step < 5; step++) await act(() => jest.advanceTimersByTimeAsync(1));
  }

  function mountPanelFor(open: TicketId, more: Answers = {}) {
    const answers = { customerDetails: () => aCustomer(), customerTickets: () => [], ...more };
    return mountPanel(panel, { fake: createFakePorts({ open, answers }) });
  }
});

describe('a copy button', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('copies the value, says so for three seconds, and tells screen readers', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await mountFor();
    const button = await screen.findByRole('button', { name: 'Copy email' });
    // The timer starts with the effect of what the click led to.
    await act(async () => {
      await user.click(button);
      await expect(navigator.clipboard.readText()).resolves.toBe('rohit.k@mail.example');
    });
    const field = button.closest('dd');
    if (!field) throw new Error('the button stands in its field');
    expect(within(field).getByRole('status')).toHaveTextContent('Copied');
    await act(() => jest.advanceTimersByTime(COPIED_MS - 1));
    expect(field).toHaveTextContent('Copied');
    await act(() => jest.advanceTimersByTime(1));
    expect(field).not.toHaveTextContent('Copied');
  });

  it('says so when the browser does not allow it', async () => {
    const user = userEvent.setup();
    const { fake } = await mountFor();
    const button = await screen.findByRole('button', { name: 'Copy phone' });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(button);
    await waitFor(() =>
      expect(fake.toasts).toEqual([{ kind: 'error', text: 'The browser does not allow copying here.' }]),
    );
    expect(landmark()).not.toHaveTextContent('Copied');
  });
});

describe('past tickets', () => {
  const siblings = [
    aSibling({ id: 5, status: 'closed', created_at: '2026-01-02T00:00:00Z' }),
    aSibling({ id: 6, status: 'closed', created_at: '2026-02-02T00:00:00Z' }),
    aSibling({ id: 7 }),
  ];
  const links = () => screen.findAllByRole('link').then((found) => found.map((link) => link.textContent));

  it('lead to their conversations, newest first, without the one that is open', async () => {
    const { fake } = await mountFor({ customerTickets: () => siblings });
    expect(await links()).toEqual([expect.stringContaining('#6'), expect.stringContaining('#5')]);
    expect(screen.getByRole('heading', { name: 'Past Tickets' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: /#5/ }));
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 5 }]);
  });

  it('follow what happens to the tickets of this conversation, and to no others', async () => {
    const { fake } = await mountFor({ customerTickets: () => siblings });
    await links();
    const asked = () => fake.calls.filter(({ name }) => name === 'customerTickets').length;
    const before = asked();
    await act(() => fake.emitLive(aLiveEvent({ tickets: [aTicket({ id: 99, conversation_id: 990 })] })));
    await act(() =>
      fake.emitLive(aLiveEvent({ tickets: [aTicket({ id: 6, conversation_id: 70, status: 'closed' })] })),
    );
    expect(asked()).toBe(before);
    fake.answer({ customerTickets: () => [aSibling({ id: 6, status: 'open' })] });
    await act(() => fake.emitLive(aLiveEvent({ tickets: [aTicket({ id: 6, conversation_id: 70, status: 'open' })] })));
    await waitFor(() => expect(screen.getByRole('link', { name: /#6/ })).toHaveTextContent('Open'));
  });
});

it('has the sections of other panels below its own, whose buttons act for the ticket', async () => {
  const { fake } = await mountFor();
  const fill = {
    point: 'customer.section',
    action: 'grant',
    label: 'Loyalty',
    text: '240 points',
    button: 'Grant points',
  };
  let acts: ReturnType<typeof fake.fill> = [];
  act(() => void (acts = fake.fill(fill)));
  const section = within(screen.getByRole('group', { name: 'Loyalty' }));
  expect(section.getByText('240 points')).toBeVisible();
  await userEvent.click(section.getByRole('button', { name: 'Grant points' }));
  await waitFor(() => expect(acts).toEqual([{ action: 'grant', ticket_ids: [7] }]));
});
