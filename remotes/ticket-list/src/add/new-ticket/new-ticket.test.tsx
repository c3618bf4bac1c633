/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { Profile } from '@inbox/domain';
import { aProfile, aTicket, createFakePorts, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { layOut } from '../../testing/lay-out';
import { backend, showList } from '../../testing/list-screen';

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./new-ticket-dialog');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

const NOBODY = { phone: null, email: null, first_name: null, last_name: null };
const PRIYA = { phone: '919876543210', email: 'priya@mail.example', first_name: 'Priya', last_name: 'Nair' };
const WRONG = 'Something went wrong. Please try again.';
const made = () => ({ ticket: aTicket({ id: 77 }) });
const refusal = (message: string, fields: Record<string, string[]>) => () => {
  throw new ApiError('refused', message, { status: 400, fields });
};

async function open(answers: Answers = {}, profile: Partial<Profile> = {}) {
  const fake = createFakePorts({
    profile: aProfile({ current_user_id: 1, full_name: 'Asha Rao', is_csat_enabled: true, ...profile }),
    answers: { ...backend([]), customerInfo: () => NOBODY, createPhoneTicket: made, ...answers },
  });
  const { user, write } = await showList([], fake);
  const show = async () => {
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Create New Ticket' }));
    return screen.findByRole('dialog', { name: 'Create New Ticket' });
  };
  const dialog = await show();
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const asked = (name = 'createPhoneTicket') => fake.calls.flatMap((call) => (call.name === name ? [call.input] : []));
  return { user, write, fake, dialog, field, press, asked, show };
}

describe('the add menu', () => {
  it('has what can be added, and the palette the same', async () => {
    const { fake, user } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus();
    await act(() => fake.shell.send('act.ticket-list', { action: 'new_ticket' }));
    expect(await screen.findByRole('dialog', { name: 'Create New Ticket' })).toBeVisible();
  });
});

describe('a new ticket', () => {
  it('is sent as it was typed, said and opened', async () => {
    const { user, write, fake, field, press, asked } = await open();
    await waitFor(() => expect(field('Phone number')).toHaveFocus());
    await user.paste('+91 98765-43210');
    await write(field('First name'), 'Priya');
    await write(field('Subject'), 'Size');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Meera Iyer');
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'refund, VIP 2');
    await write(field('Notes'), 'Calls back');
    await press('Create');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'Ticket has been created' }]));
    expect(asked()).toEqual([
      {
        body: {
          phone: '+91 98765-43210',
          email: '',
          subject: 'Size',
          agent_id: 3,
          notes: 'Calls back',
          tags: 'refund,VIP 2',
          customer_first_name: 'Priya',
          customer_last_name: '',
          set_status: 'create',
          ref: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
    ]);
    expect(fake.navigations).toContainEqual({ to: 'ticket', id: 77 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is the agent’s own unless they choose otherwise', async () => {
    const { asked, press } = await open();
    expect(screen.getByRole('combobox', { name: 'Owner' })).toHaveDisplayValue(/\(you\)$/);
    await press('Create');
    await waitFor(() => expect(asked()).toMatchObject([{ body: { agent_id: 1 } }]));
  });

  it.each([
    ['Close', 'Create and close', 'create_and_close'],
    ['Close and send CSAT', 'Create, close and send CSAT', 'create_close_and_send_csat'],
  ])('%s: %s', async (choice, button, set_status) => {
    const { user, asked, press } = await open();
    await user.click(screen.getByRole('radio', { name: choice }));
    await press(button);
    await waitFor(() => expect(asked()).toMatchObject([{ body: { set_status } }]));
  });

  it('says ahead what the rules have against closing it', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Close and send CSAT' }));
    expect(screen.getByText('The survey goes to WhatsApp and email tickets only.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Email' }));
    expect(screen.queryByText(/The survey goes/)).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Meera Iyer');
    expect(screen.getByText('Only its owner may close a ticket.')).toBeVisible();
  });

  it('has no survey where the shop has none', async () => {
    await open({}, { is_csat_enabled: false });
    expect(screen.queryByRole('radio', { name: 'Close and send CSAT' })).toBeNull();
  });

  it('by a second click is one', async () => {
    let answer = (_: { ticket: ReturnType<typeof aTicket> }) => {};
    const createPhoneTicket = () => new Promise<ReturnType<typeof made>>((resolve) => (answer = resolve));
    const { user, asked, press, field } = await open({ createPhoneTicket });
    await press('Create');
    const busy = await screen.findByRole('button', { name: 'Creating...' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    await user.click(busy);
    await user.type(field('Subject'), 'late');
    await user.keyboard('{Escape}');
    expect(asked()).toHaveLength(1);
    expect(field('Subject')).toHaveValue('');
    await act(async () => answer(made()));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('what fails', () => {
  it('is said in the server’s words where the keyboard goes, and nothing typed is lost', async () => {
    const message = 'Enter a Valid Number';
    const { user, write, fake, field, press, asked } = await open({
      createPhoneTicket: refusal(message, { phone: [message] }),
    });
    await user.type(field('Phone number'), '98');
    await write(field('Notes'), 'Long note');
    await press('Create');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(fake.toasts).toEqual([{ kind: 'error', text: message }]);
    expect(field('Phone number')).toHaveFocus();
    expect(field('Phone number')).toBeInvalid();
    expect(field('Phone number')).toHaveValue('');
    expect(field('Notes')).toHaveValue('Long note');
    fake.answer({ createPhoneTicket: made });
    await user.paste('9876543210');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Phone number')).toBeValid();
    await press('Create');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toMatchObject({ body: { phone: '9876543210', notes: 'Long note' } });
  });

  it.each(['Asha', '\u{1f4de} 98765', '+91 98765 43210 98765'])(
    'a phone number that cannot be one is emptied and said: %s',
    async (typed) => {
      const { user, field, press, asked, fake } = await open();
      expect(screen.queryByRole('alert')).toBeNull();
      await user.click(field('Phone number'));
      await user.paste(typed);
      await user.tab();
      expect(field('Phone number')).toHaveValue('');
      expect(field('Phone number')).toHaveAccessibleDescription('Enter a Valid Number');
      await user.click(field('Phone number'));
      await user.paste(typed);
      expect(screen.queryByRole('alert')).toBeNull();
      await user.keyboard('{Enter}');
      expect(fake.toasts).toEqual([{ kind: 'error', text: 'Enter a Valid Number' }]);
      expect([field('Phone number').value, asked()]).toEqual(['', []]);
      await user.paste('9876543210');
      await press('Create');
      await waitFor(() => expect(asked()).toHaveLength(1));
    },
  );

  it.each(['offline', 'timeout', 'server'] as const)(
    '%s: it may have been made, so only the same request is tried again',
    async (kind) => {
      const { user, write, fake, field, press, asked } = await open({
        createPhoneTicket() {
          throw new ApiError(kind, 'No answer');
        },
      });
      await write(field('Phone number'), '9876543210');
      await press('Create');
      expect(await screen.findByRole('alert')).toHaveTextContent(WRONG);
      const again = screen.getByRole('button', { name: 'Try again' });
      await waitFor(() => expect(again).toHaveFocus());
      expect(field('Phone number')).toBeDisabled();
      fake.answer({ createPhoneTicket: made });
      await user.keyboard('{Enter}');
      await waitFor(() => expect(fake.navigations).toContainEqual({ to: 'ticket', id: 77 }));
      expect(asked()).toHaveLength(2);
      expect(asked()[1]).toEqual(asked()[0]);
    },
  );

  it('is as before when the dialog is opened again', async () => {
    const { user, write, field, press, asked, fake, show } = await open({
      createPhoneTicket() {
        throw new ApiError('timeout', 'No answer');
      },
    });
    await write(field('Phone number'), '9876543210');
    await press('Create');
    await screen.findByRole('button', { name: 'Try again' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    fake.answer({ createPhoneTicket: made });
    await press('Try again');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual(asked()[0]);
  });
});

describe('what is typed', () => {
  it('is there again after Escape, and gone after Discard or once the ticket is made', async () => {
    const { user, write, field, press, show } = await open();
    await write(field('Subject'), 'Size of the kurta');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    expect(field('Subject')).toHaveValue('Size of the kurta');
    await press('Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    expect(field('Subject')).toHaveValue('');
    await write(field('Subject'), 'Size');
    await press('Create');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    expect(field('Subject')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  it('as a tag is taken when the field is left', async () => {
    const { user, asked, press, dialog } = await open();
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'wholesale');
    expect(await within(dialog).findByRole('option', { name: 'Add “wholesale”' })).toBeVisible();
    await press('Create');
    await waitFor(() => expect(asked()).toMatchObject([{ body: { tags: 'wholesale' } }]));
  });
});

describe('the customer', () => {
  it('is looked up by ten digits and filled in', async () => {
    const { user, field, asked } = await open({ customerInfo: () => PRIYA });
    await user.type(field('Phone number'), '+91 98765 43210');
    expect(await screen.findByText('Known customer: Priya Nair')).toHaveAttribute('role', 'status');
    expect([field('First name'), field('Last name'), field('Email')].map(({ value }) => value)).toEqual([
      'Priya',
      'Nair',
      'priya@mail.example',
    ]);
    expect(asked('customerInfo')).toEqual([{ query: { phone: '9876543210', whole_phone: '+919876543210' } }]);
    await user.type(field('Phone number'), '{Backspace}');
    expect(field('First name')).toHaveValue('');
  });

  it('is looked up by e-mail', async () => {
    const { user, write, field, asked } = await open({ customerInfo: () => PRIYA });
    await user.click(screen.getByRole('radio', { name: 'Email' }));
    await write(field('Email'), 'Priya@mail.example');
    expect(await screen.findByText('Known customer: Priya Nair')).toBeVisible();
    expect(asked('customerInfo')).toEqual([{ query: { email: 'priya@mail.example' } }]);
  });

  it('that nobody knows is new', async () => {
    const { write, field } = await open();
    await write(field('Phone number'), '9876543210');
    expect(await screen.findByText('A new customer')).toBeVisible();
  });

  it('whose lookup fails can be looked up again, and typing goes on', async () => {
    const { write, fake, field, press } = await open({
      customerInfo() {
        throw new ApiError('server', 'No');
      },
    });
    await write(field('Phone number'), '9876543210');
    await write(field('Subject'), 'Size');
    expect(await screen.findByText(WRONG)).toBeVisible();
    expect(fake.toasts).toEqual([{ kind: 'error', text: WRONG }]);
    fake.answer({ customerInfo: () => PRIYA });
    await press('Look up again');
    expect(await screen.findByText('Known customer: Priya Nair')).toBeVisible();
    expect(field('Subject')).toHaveValue('Size');
  });
});
