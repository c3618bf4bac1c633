/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import type { CustomerFigures } from '@inbox/domain';
import { aCustomer, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { afterEach, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';

const ticket = aTicket({ id: 7, conversation_id: 70, full_name: 'Rohit Khanna' });
const NONE = {
  total_spent: 0,
  total_orders: 0,
  orders_cancelled: 0,
  orders_delivered: 0,
  orders_rtod: 0,
  total_abandoned_checkouts: 0,
  abandoned_checkouts_converted: 0,
};
const { analytics } = aCustomer();

async function mount(answers: Answers = {}) {
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      customerDetails: () => aCustomer({ analytics: NONE, analytics_pending: true }),
      customerTickets: () => [],
      ...answers,
    },
  });
  fake.setCurrentTicket(ticket);
  await mountPanel(panel, { fake });
  await screen.findByText('Rohit Khanna');
  return fake;
}

afterEach(() => localStorage.clear());

const section = () => screen.getByRole('group', { name: 'Profile' });
const hasNoFigures = () => expect(section()).not.toHaveTextContent(/₹|No stats|\d%|orders/);

it('shows no zero, to the eye and to screen readers, before the shop has said how many orders there are', async () => {
  let answer = (_: CustomerFigures): void => undefined;
  await mount({ customerFigures: () => new Promise<CustomerFigures>((resolve) => (answer = resolve)) });
  hasNoFigures();
  expect(within(section()).getByText('Loading')).toBeInTheDocument();
  await act(async () => answer({ analytics, is_known: true }));
  expect(await screen.findByText('₹1,24,860.00 spent')).toBeVisible();
  expect(section()).toHaveTextContent('orders14');
});

it('says that there are none once the shop has said so', async () => {
  await mount({ customerFigures: () => ({ analytics: NONE, is_known: true }) });
  expect(await screen.findByText('No stats yet.')).toBeVisible();
  expect(section()).toHaveTextContent('₹0.00 spent');
});

it.each<[string, NonNullable<Answers['customerFigures']>, string]>([
  ['does not answer', () => ({ analytics: NONE, is_known: false }), 'The shop does not answer.'],
  [
    'can not be asked',
    () => {
      throw new ApiError('refused', 'Try again later.', { status: 409 });
    },
    'Try again later.',
  ],
])('says so and no zero when the shop %s, and Retry asks again', async (_, customerFigures, words) => {
  const fake = await mount({ customerFigures });
  expect(await within(section()).findByRole('alert')).toHaveTextContent(words);
  hasNoFigures();
  fake.answer({ customerFigures: () => ({ analytics, is_known: true }) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry order stats' }));
  expect(await screen.findByText('₹1,24,860.00 spent')).toBeVisible();
});

it('does not ask for what the customer’s answer says', async () => {
  const fake = await mount({ customerDetails: () => aCustomer() });
  expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
  expect(fake.calls.map(({ name }) => name)).not.toContain('customerFigures');
});
