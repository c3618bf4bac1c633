/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import type { Customer, CustomerId } from '@inbox/domain';
import {
  aCustomer,
  aProfile,
  aTicket,
  CALL_ERRORS,
  createFakePorts,
  mountPanel,
  SOME_TIME,
  type Answers,
} from '@inbox/panel/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

const ticket = aTicket({ id: 7, conversation_id: 70, owner_id: 1 });

afterEach(() => localStorage.clear());

async function mountBeside(answers: Answers, profile = aProfile(), shown = ticket) {
  const fake = createFakePorts({
    profile,
    open: shown.id,
    answers: { customerDetails: () => aCustomer({ id: 3 }), customerTickets: () => [], ...answers },
  });
  fake.setCurrentTicket(shown);
  return { ...(await mountPanel(panel, { fake })), user: userEvent.setup() };
}

async function mountFor(answers: Answers = {}, profile = aProfile(), shown = ticket) {
  const mounted = await mountBeside(answers, profile, shown);
  await mounted.ready();
  return mounted;
}

const correct = () => screen.findByRole('button', { name: 'Correct details' });
const dialog = () => screen.findByRole('dialog');

describe('correcting a customer', () => {
  it('sends what was changed alone, and shows what the server made of it', async () => {
    const { fake, user } = await mountFor({ correctCustomer: () => aCustomer({ id: 3, city: 'Nashik' }) });
    await user.click(await correct());
    const city = within(await dialog()).getByRole('textbox', { name: 'City' });
    await user.clear(city);
    await user.type(city, 'nashik{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.calls.find(({ name }) => name === 'correctCustomer')?.input).toEqual({
      params: { conversation_id: 70 },
      body: { ticket_id: 7, city: 'nashik' },
    });
    expect(screen.getByText('Nashik')).toBeVisible();
  });

  it('gives a customer of whom nothing is known what is typed; one who is not there is given nothing', async () => {
    const blank = { first_name: null, last_name: null, full_name: null, email: null, phone: null, city: null };
    const { fake, user } = await mountFor({
      customerDetails: () => aCustomer({ id: 3, ...blank, analytics: null }),
      correctCustomer: () => aCustomer({ id: 3, ...blank, full_name: 'Meera Iyer', analytics: null }),
    });
    await user.click(await screen.findByRole('button', { name: 'Add details' }));
    await user.type(within(await dialog()).getByRole('textbox', { name: 'Name' }), 'Meera Iyer{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.calls.find(({ name }) => name === 'correctCustomer')?.input).toEqual({
      params: { conversation_id: 70 },
      body: { ticket_id: 7, full_name: 'Meera Iyer' },
    });
    expect(screen.getByText('Meera Iyer')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Correct details' })).toBeVisible();
  });

  it.each([
    ['of whom the server knows nobody', ticket, { status: 404 }],
    ['of somebody else’s ticket', { ...ticket, owner_id: 2 as typeof ticket.owner_id }, null],
  ])('is not offered for a customer %s', async (_, shown, failure) => {
    const blank = { first_name: null, last_name: null, full_name: null, email: null, phone: null, city: null };
    const customerDetails = () => {
      if (failure !== null) throw new ApiError('refused', 'Not found', failure);
      return aCustomer({ ...blank, analytics: null });
    };
    await mountFor({ customerDetails }, aProfile({ is_store_admin: false }), shown);
    expect(await screen.findByText('Customer data unavailable.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add details' })).toBeNull();
  });

  it('says beside the field what cannot be, here and as the server says it', async () => {
    const { fake, user } = await mountFor({
      correctCustomer: () => {
        throw new ApiError('refused', 'No', { status: 400, fields: { email: ['This address bounces.'] } });
      },
    });
    await user.click(await correct());
    const phone = within(await dialog()).getByRole('textbox', { name: 'Phone' });
    await user.clear(phone);
    await user.type(phone, '123{Enter}');
    expect(phone).toHaveAccessibleDescription('Enter a Valid Number');
    expect(fake.calls.some(({ name }) => name === 'correctCustomer')).toBe(false);
    await user.clear(phone);
    const email = screen.getByRole('textbox', { name: 'Email' });
    await user.clear(email);
    await user.type(email, 'a@b.example{Enter}');
    await waitFor(() => expect(email).toHaveAccessibleDescription('This address bounces.'));
    await user.type(email, 'a');
    expect(email).toBeValid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what is typed when the server fails, and says so', async () => {
    const { fake, user } = await mountFor();
    await user.click(await correct());
    await user.type(within(await dialog()).getByRole('textbox', { name: 'City' }), '!');
    for (const [fault, error] of CALL_ERRORS) {
      fake.answer({ correctCustomer: () => Promise.reject(error) });
      fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
      const alert = await screen.findByRole('alert');
      expect([fault, alert.textContent]).toEqual([fault, error.message]);
    }
    fake.answer({ correctCustomer: () => aCustomer({ id: 3, city: 'Pune!' }) });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Pune!');
  });

  it('is offered to the owner and to store admins alone', async () => {
    const others = aTicket({ ...ticket, owner_id: 2 });
    await mountFor({}, aProfile(), others);
    await screen.findByText('Rohit Khanna');
    expect(screen.queryByRole('button', { name: 'Correct details' })).toBeNull();
  });

  it('asks again when the customer changes while the first answer is under way', async () => {
    const answers: ((customer: Customer) => void)[] = [];
    const { fake } = await mountBeside({ customerDetails: () => new Promise((resolve) => answers.push(resolve)) });
    await waitFor(() => expect(answers).toHaveLength(1));
    act(() =>
      fake.shell.emit('live.customers.changed', { type: 'customers.changed', customer_ids: [3 as CustomerId] }),
    );
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(aCustomer({ id: 3, city: 'Pune' }));
    answers[1]?.(aCustomer({ id: 3, city: 'Surat' }));
    expect(await screen.findByText('Surat')).toBeVisible();
    expect(screen.queryByText('Pune')).toBeNull();
  });

  it('shows what a colleague corrected', async () => {
    const { fake } = await mountFor();
    fake.answer({ customerDetails: () => aCustomer({ id: 3, city: 'Surat' }) });
    const emit = (id: number) =>
      act(() =>
        fake.shell.emit('live.customers.changed', { type: 'customers.changed', customer_ids: [id as CustomerId] }),
      );
    const asked = () => fake.calls.filter(({ name }) => name === 'customerDetails').length;
    const before = asked();
    await emit(4);
    expect(asked()).toBe(before);
    await emit(3);
    await screen.findByText('Surat');
  });
});

describe('entries of one person', () => {
  const admin = aProfile({ is_store_admin: true });
  const match = { id: 4 as CustomerId, full_name: 'R. Khanna', email: null, phone: '9876543210', tickets: 2 } as const;
  const join = { id: 9, full_name: 'R. Khanna', email: null, phone: '9876543210', joined_at: SOME_TIME };

  it('are joined after a confirmation that says what happens, and parted again', async () => {
    const { fake, user } = await mountFor(
      { sameCustomers: () => ({ matches: [{ ...match, by: 'phone' }], joins: [] }), joinCustomers: () => ({}) },
      admin,
    );
    await user.click(await screen.findByRole('button', { name: 'Join with R. Khanna' }));
    expect(await dialog()).toHaveTextContent(
      '2 tickets, the conversations and the orders of R. Khanna become those of Rohit Khanna.',
    );
    fake.answer({ sameCustomers: () => ({ matches: [], joins: [join] }), partCustomers: () => ({}) });
    await user.click(within(await dialog()).getByRole('button', { name: 'Join' }));
    await user.click(await screen.findByRole('button', { name: 'Part R. Khanna' }));
    fake.answer({ sameCustomers: () => ({ matches: [], joins: [] }) });
    await user.click(within(await dialog()).getByRole('button', { name: 'Part' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Joined entries' })).toBeNull());
    expect(
      fake.calls.flatMap(({ name, input }) => (name === 'joinCustomers' || name === 'partCustomers' ? [input] : [])),
    ).toEqual([
      { params: { conversation_id: 70 }, body: { customer_id: 4 } },
      { params: { conversation_id: 70 }, body: { join_id: 9 } },
    ]);
  });

  it('are left as they are when the server refuses, and the reason is said', async () => {
    const refuse = () => {
      throw new ApiError('refused', 'This entry was joined with another meanwhile. Reload the page.', { status: 409 });
    };
    const { user } = await mountFor(
      { sameCustomers: () => ({ matches: [{ ...match, by: 'both' }], joins: [] }), joinCustomers: refuse },
      admin,
    );
    await user.click(await screen.findByRole('button', { name: 'Join with R. Khanna' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('joined with another meanwhile');
  });

  it('are the business of store admins', async () => {
    const { fake } = await mountFor();
    await screen.findByText('Rohit Khanna');
    expect(fake.calls.some(({ name }) => name === 'sameCustomers')).toBe(false);
  });
});
