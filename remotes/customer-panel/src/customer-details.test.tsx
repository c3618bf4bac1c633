/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { aCustomer, aLiveEvent, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import type { CustomerPanelProps } from './ticket/subject';

const rohit = aTicket({ id: 7, conversation_id: 70, full_name: 'Rohit Khanna' });
const priya = aTicket({ id: 8, conversation_id: 80, full_name: 'Priya Raghunathan' });

const answers: Answers = {
  customerTicket: () => ({ ticket: rohit }),
  customerDetails: () => aCustomer(),
  customerTickets: () => [],
};

afterEach(() => localStorage.clear());

/** In a page without a shell: the panel has no bus but its own. */
function mountAlone(props: CustomerPanelProps, more: Answers = {}) {
  const fake = createFakePorts({ answers: { ...answers, ...more } });
  delete fake.ports.bus;
  return mountPanel(panel, { fake, props });
}

describe('the panel by its props', () => {
  it.each<[string, CustomerPanelProps, object]>([
    ['a ticket', { ticketId: 7 }, { of: 'ticket', id: 7 }],
    ['a conversation', { conversationId: 70 }, { of: 'conversation', id: 70 }],
    ['a customer', { customerId: 3 }, { of: 'customer', id: 3 }],
  ])('shows the customer of %s, with no bus and no other panel', async (_name, props, params) => {
    const { fake, ready } = await mountAlone(props);
    await ready();
    // The page is told when its content shows, not when its skeleton does.
    expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
    expect(fake.calls[0]).toMatchObject({ name: 'customerTicket', input: { params } });
    expect(fake.calls.find(({ name }) => name === 'customerDetails')?.input).toEqual({
      params: { conversation_id: 70 },
    });
  });

  it('follows new props', async () => {
    const { handle } = await mountAlone(
      { ticketId: 7 },
      {
        customerTicket: ({ params }) => ({ ticket: params.id === 7 ? rohit : priya }),
        customerDetails: ({ params }) =>
          aCustomer({ full_name: params.conversation_id === 70 ? 'Rohit Khanna' : 'Priya Raghunathan' }),
      },
    );
    await screen.findByText('Rohit Khanna');
    await act(() => handle.update({ ticketId: 8 }));
    await screen.findByText('Priya Raghunathan');
  });

  it('says that there is no such customer', async () => {
    const none = () => {
      throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
    };
    const { ready } = await mountAlone({ customerId: 9 }, { customerTicket: none });
    await ready();
    expect(await screen.findByText('Customer data unavailable.')).toBeVisible();
  });

  it('says what failed, and Retry asks again', async () => {
    const failing = () => {
      throw new ApiError('refused', 'Try again later.', { status: 409 });
    };
    const { fake } = await mountAlone({ ticketId: 7 }, { customerTicket: failing });
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again later.');
    fake.answer({ customerTicket: () => ({ ticket: rohit }) });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('₹1,24,860.00 spent');
  });

  it('goes before the ticket of the bus, and follows what happens to its own', async () => {
    const fake = createFakePorts({
      open: priya.id,
      answers: { ...answers, customerDetails: () => aCustomer({ full_name: null, first_name: null, last_name: null }) },
    });
    fake.setCurrentTicket(priya);
    await mountPanel(panel, { fake, props: { ticketId: 7 } });
    await screen.findByText('Rohit Khanna');
    const renamed = { ...rohit, rev: 2, full_name: 'Rohit K.' };
    await act(() => fake.emitLive(aLiveEvent({ tickets: [renamed] })));
    await screen.findByText('Rohit K.');
  });
});

describe('the accordion', () => {
  const mountOpen = async (fake = createFakePorts({ open: rohit.id, answers })) => {
    fake.setCurrentTicket(rohit);
    return mountPanel(panel, { fake });
  };
  const head = (name: string) => screen.getByRole('button', { name });

  it('remembers for the agent which sections are open', async () => {
    const first = await mountOpen();
    await first.ready();
    await userEvent.click(head('Profile'));
    await first.unmount();
    const { ready, fake } = await mountOpen();
    await ready();
    expect(head('Profile')).toHaveAttribute('aria-expanded', 'false');
    // What is closed is not loaded.
    expect(fake.calls).toEqual([]);
    await userEvent.click(head('Profile'));
    await screen.findByText('₹1,24,860.00 spent');
  });

  it('is one of heads that name what they open, and is moved in by keyboard', async () => {
    const { fake } = await mountOpen();
    act(() => void fake.fill({ point: 'customer.section', action: 'grant', label: 'Loyalty' }));
    const user = userEvent.setup();
    const [first, last] = [head('Profile'), screen.getAllByRole('button', { name: 'Loyalty' })[0]];
    first.focus();
    await user.keyboard('{End}');
    expect(last).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowUp}{Home}');
    expect(first).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(first).toHaveAttribute('aria-expanded', 'false');
    expect(document.getElementById(first.getAttribute('aria-controls') ?? '')).not.toBeVisible();
  });

  it('has four skeletons while a section is on its way', async () => {
    const fake = createFakePorts({ open: rohit.id, answers });
    await mountPanel(panel, { fake });
    await waitFor(() => expect(screen.getByRole('status').children).toHaveLength(5));
  });

  it('has started while the ticket is on its way, and when a customer is left before they came', async () => {
    const waiting = await mountPanel(panel, { fake: createFakePorts({ open: rohit.id, answers }) });
    await expect(waiting.ready()).resolves.toBeUndefined();
    const never = { ...answers, customerDetails: () => new Promise<never>(() => undefined) };
    const { ready, fake } = await mountOpen(createFakePorts({ open: rohit.id, answers: never }));
    act(() => fake.setCurrentTicket(priya));
    await expect(ready()).resolves.toBeUndefined();
  });
});
