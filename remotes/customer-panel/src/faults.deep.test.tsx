/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { CustomerId } from '@inbox/domain';
import {
  aCustomer,
  aProfile,
  aTicket,
  CALL_ERRORS,
  CALL_FAULTS,
  createFakePorts,
  meetCallFault,
  mountPanel,
  saidOfFaults,
  SOME_TIME,
  type Answers,
} from '@inbox/panel/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import type { CustomerPanelProps } from './ticket/subject';

const ticket = aTicket({ id: 7, conversation_id: 70, owner_id: 1, full_name: 'Rohit Khanna' });
const other = { full_name: 'R. Khanna', email: null, phone: '9876543210' } as const;
const match = { ...other, id: 4 as CustomerId, tickets: 2, by: 'phone' } as const;
const joined = { ...other, id: 9, joined_at: SOME_TIME } as const;

/** The fault of the first attempt, before `meetEach` goes through all of them. */
const FIRST = '429';
const FIRST_WORDS = 'Too many attempts.';

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function customer(answers: Answers = {}) {
  return createFakePorts({
    profile: aProfile({ is_store_admin: true }),
    answers: {
      customerTicket: () => ({ ticket }),
      customerDetails: () => aCustomer({ id: 3 }),
      customerTickets: () => [],
      sameCustomers: () => ({ matches: [match], joins: [] }),
      ...answers,
    },
  });
}
/** As long as a failed call is tried again by itself. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(10_000));
async function show(fake: ReturnType<typeof createFakePorts>, props: CustomerPanelProps = { ticketId: 7 }) {
  await mountPanel(panel, { fake, props });
  await settle();
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string, place: HTMLElement = document.body) => {
  await user.click(within(place).getByRole('button', { name }));
  await settle();
};

/** Meets the faults one after the other in one panel: mounting it is what takes long. */
async function meetEach(faults: ReturnType<typeof meetCallFault>, look: (words: string) => Promise<void>) {
  for (const [fault, words] of CALL_FAULTS) {
    faults.next(fault);
    await look(words);
    expect(faults.met()).toBeGreaterThan(0);
  }
}

describe('a call that meets one fault after the other', () => {
  it('customerTicket: the panel says so, and Retry shows the customer', async () => {
    const fake = customer();
    const faults = meetCallFault(fake, /\/customer-ticket\//, FIRST);
    const user = await show(fake);
    expect(screen.getByRole('alert')).toHaveTextContent(FIRST_WORDS);
    await meetEach(faults, async (words) => {
      await press(user, 'Retry');
      expect(screen.getByRole('alert')).toHaveTextContent(words);
    });
    faults.end();
    await press(user, 'Retry');
    expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
  });

  it('sameCustomers: the profile stays, says what is not known, and Retry knows it', async () => {
    const fake = customer();
    const faults = meetCallFault(fake, /\/same_customers\/$/, FIRST);
    const user = await show(fake);
    const expectUnknown = (words: string) => {
      expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
      expect(screen.getByRole('alert')).toHaveTextContent(
        `Whether this customer has other entries is not known. ${words}`,
      );
    };
    expectUnknown(FIRST_WORDS);
    await meetEach(faults, async (words) => {
      await press(user, 'Retry looking for other entries');
      expectUnknown(words);
    });
    faults.end();
    await press(user, 'Retry looking for other entries');
    expect(screen.getByRole('button', { name: 'Join with R. Khanna' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['joinCustomers', /\/join\/$/, 'Join with R. Khanna', 'Join', { joinCustomers: () => ({}) }],
    [
      'partCustomers',
      /\/part\/$/,
      'Part R. Khanna',
      'Part',
      { partCustomers: () => ({}), sameCustomers: () => ({ matches: [], joins: [joined] }) },
    ],
  ] as const)(
    '%s: the question stays and says so, and the next answer does it once',
    async (call, path, entry, yes, answers) => {
      const fake = customer(answers);
      const faults = meetCallFault(fake, path, FIRST);
      const user = await show(fake);
      await press(user, entry);
      const question = screen.getByRole('dialog');
      await meetEach(faults, async (words) => {
        await press(user, yes, question);
        expect(within(question).getByRole('alert')).toHaveTextContent(words);
        // What changes something is not asked again by itself.
        expect(faults.met()).toBe(1);
      });
      faults.end();
      fake.answer({ sameCustomers: () => ({ matches: [], joins: [] }) });
      await press(user, yes, question);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('button', { name: entry })).toBeNull();
      expect(fake.calls.filter(({ name }) => name === call)).toHaveLength(1);
    },
  );

  it('eraseCustomer: the question stays and says so, and the next answer does it once', async () => {
    const fake = customer({ eraseCustomer: () => ({ erasure: 1, tickets: 2 }) });
    const faults = meetCallFault(fake, /\/customer\/erase\/$/, FIRST);
    const user = await show(fake);
    await press(user, 'More about this customer');
    await user.click(screen.getByRole('menuitem', { name: 'Erase customer…' }));
    await settle();
    const question = screen.getByRole('dialog');
    await user.type(within(question).getByRole('textbox'), 'Rohit Khanna');
    await meetEach(faults, async (words) => {
      await press(user, 'Erase for good', question);
      expect(within(question).getByRole('alert')).toHaveTextContent(words);
      expect(faults.met()).toBe(1);
    });
    faults.end();
    await press(user, 'Erase for good', question);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.calls.filter(({ name }) => name === 'eraseCustomer')).toHaveLength(1);
  });
});

/** By fault, what the panel says when this call fails, and fails again on Retry. */
async function saidOf(call: 'customerDetails' | 'notes', section?: string) {
  const fails = (error: ApiError) => ({ [call]: () => Promise.reject(error) });
  const fake = customer(fails(new ApiError('server', 'At first')));
  const user = await show(fake);
  if (section) await press(user, section);
  const said = await saidOfFaults(async (error) => {
    fake.answer(fails(error));
    await press(user, 'Retry');
    return screen.getByRole('alert').firstChild?.textContent;
  });
  return { fake, user, said };
}

describe('a read of a section that fails', () => {
  it('customerDetails: says why, and is not taken for no customer', async () => {
    const { fake, user, said } = await saidOf('customerDetails');
    expect(said).toEqual(Object.fromEntries(CALL_FAULTS));
    fake.answer({ customerDetails: () => aCustomer({ id: 3 }) });
    await press(user, 'Retry');
    expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
  });

  it('notes: says why, with the status where there is one', async () => {
    const { fake, user, said } = await saidOf('notes', 'Internal Notes/Comments');
    const words = CALL_ERRORS.map(
      ([
        fault,
        {
          message,
          details: { status },
        },
      ]) => [fault, status === undefined ? message : `${message} (${status})`],
    );
    expect(said).toEqual(Object.fromEntries(words));
    fake.answer({ notes: () => [] });
    await press(user, 'Retry');
    expect(screen.getByText('No notes yet.')).toBeVisible();
  });
});
