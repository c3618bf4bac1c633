/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type NewEmailRequest } from '@inbox/api';
import type { Profile } from '@inbox/domain';
import { aLog, aProfile, aTicket, anAgent, createFakePorts, type Answers } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { layOut } from '../../testing/lay-out';
import { backend, showList } from '../../testing/list-screen';

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => void (await import('./compose-dialog')));
beforeEach(() => {
  layOut();
  localStorage.clear();
});
afterEach(() => void jest.restoreAllMocks());

/** The browser's clock goes on by so many milliseconds. */
function elapse(ms: number): void {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + ms);
}

const ACCOUNTS = [
  { id: 1, name: 'Care', email: 'care@shop.example' },
  { id: 2, name: '', email: 'orders@shop.example' },
] as Profile['email_accounts'];
const COURIERS = { group_name: 'Couriers', email_ids: ['fast@c.example', 'slow@c.example'] };

async function opened(answers: Answers = {}, profile: Partial<Profile> = {}) {
  const fake = createFakePorts({
    profile: aProfile({ current_user_id: 1, full_name: 'Asha Rao', email_accounts: ACCOUNTS, ...profile }),
    answers: {
      ...backend([]),
      allAgents: () => [anAgent({ id: 2, first_name: 'Meera', last_name: 'Iyer' })],
      emailGroups: () => [COURIERS],
      mailSignatures: () => [],
      initiateEmail: () => ({ ticket_id: 77 as never }),
      ...answers,
    },
  });
  const { user, write, unmount } = await showList([], fake);
  const menu = async () => {
    await user.click(screen.getByRole('button', { name: 'Add' }));
    return screen.findByRole('menu');
  };
  const show = async () => {
    await user.click(within(await menu()).getByRole('menuitem', { name: 'Compose Email' }));
    return screen.findByRole('dialog', { name: 'Compose Email' });
  };
  const asked = () => fake.calls.flatMap((call) => (call.name === 'initiateEmail' ? [call.input] : []));
  const to = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    for (const anyway of screen.queryAllByRole('button', { name: 'Send anyway' })) await user.click(anyway);
  };
  const address = async () => {
    await write(to(), 'priya@mail.example');
    await user.keyboard('{Enter}');
  };
  const writeSubject = (text: string) => write(screen.getByRole('textbox', { name: 'Subject' }), text);
  return { user, write, writeSubject, fake, menu, show, asked, to, address, press, unmount };
}

/** What a browser hands over when somebody pastes. */
const paste = (text: string, html?: string) =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Message' }), {
    clipboardData: {
      types: html === undefined ? ['text/plain'] : ['text/plain', 'text/html'],
      items: [],
      files: [],
      getData: (type: string) => (type === 'text/html' ? (html ?? '') : text),
    },
  });

describe('the entry', () => {
  it('is there with an e-mail account only, and in the palette the same', async () => {
    const { menu, user, fake } = await opened({}, { email_accounts: [] });
    expect(within(await menu()).queryByRole('menuitem', { name: 'Compose Email' })).toBeNull();
    await user.keyboard('{Escape}');
    await act(() => fake.shell.send('act.ticket-list', { action: 'compose_email' }).catch(() => undefined));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('composing an e-mail', () => {
  it('sends all that is written, says so, and leads to the ticket', async () => {
    const { user, write, fake, show, asked, to, press } = await opened();
    await show();
    await waitFor(() => expect(to()).toHaveFocus());
    await user.paste('priya@mail.example, Ravi <ravi@mail.example>');
    await user.keyboard(',');
    await write(screen.getByRole('combobox', { name: 'Cc' }), 'Ravi@mail.example,boss@mail.example');
    await user.keyboard('{Enter}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'orders@shop.example');
    const subject = screen.getByRole('textbox', { name: 'Subject' });
    expect(subject).toBeRequired();
    await write(subject, 'Your order');
    paste('Track it: https://t.example/1.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Agent' }), 'Meera Iyer');
    await user.type(screen.getByRole('textbox', { name: 'Link Ticket ID' }), '#12x3');
    await user.click(screen.getByRole('radio', { name: 'Assigned' }));
    await write(screen.getByRole('combobox', { name: 'Tags' }), 'refund');
    await user.keyboard('{Enter}');
    await press('Send');
    await waitFor(() =>
      expect(fake.toasts).toEqual([
        {
          kind: 'success',
          text: 'Mail has been sent and ticket id is: 77',
          duration: 10_000,
          action: { label: 'Open ticket', id: expect.any(String) },
          second_action: { label: 'Undo', id: expect.any(String) },
        },
      ]),
    );
    expect(asked()).toEqual([
      {
        body: {
          subject: 'Your order',
          from_email: 'orders@shop.example',
          to_emails: ['priya@mail.example'],
          cc_emails: ['Ravi@mail.example', 'boss@mail.example'],
          bcc_emails: [],
          link_ticket_id: 123,
          owner_id: 2,
          status: 'assigned',
          tags: 'refund',
          email_body: '<div>Track it: <a href="https://t.example/1">https://t.example/1</a>.</div>',
          attachment: [],
          temp_id: expect.any(String),
        },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => fake.pressToast());
    await waitFor(() => expect(fake.navigations).toEqual([{ to: 'ticket', id: 77 }]));
  });

  it('needs a recipient', async () => {
    const { fake, show, asked, to, press, address } = await opened();
    const dialog = await show();
    await press('Send');
    const text = 'Recipient email address is required to send an email';
    expect(within(dialog).getByRole('alert')).toHaveTextContent(text);
    expect(fake.toasts.map((toast) => toast.text)).toEqual([text]);
    expect(to()).toHaveFocus();
    expect(asked()).toEqual([]);
    await address();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('says Sending and is disabled while it is sent, and sends a double click once', async () => {
    let answer = (_: { ticket_id: never }): void => undefined;
    const { user, writeSubject, show, asked, address, press } = await opened({
      initiateEmail: () => new Promise((resolve) => (answer = resolve)),
    });
    await show();
    await address();
    await writeSubject('Hello');
    await press('Send');
    expect(await screen.findByRole('button', { name: 'Sending' })).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(asked()).toHaveLength(1);
    await act(async () => answer({ ticket_id: 5 as never }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers groups by what is typed last, and closes them when the field is left', async () => {
    const { user, write, writeSubject, show, asked, to, press } = await opened();
    await show();
    await user.type(to(), 'cou');
    const list = await screen.findByRole('listbox', { name: 'Groups for To' });
    expect(within(list).getByRole('option')).toHaveTextContent('Couriersfast@c.example, slow@c.example');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('r');
    await user.keyboard('{Enter}');
    expect(within(screen.getByRole('list', { name: 'To' })).getAllByRole('listitem')).toHaveLength(2);
    await write(to(), 'cour');
    await screen.findByRole('listbox');
    await user.tab();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await user.clear(to());
    await writeSubject('Pickup');
    await press('Send');
    await waitFor(() => expect(asked()).toMatchObject([{ body: { to_emails: COURIERS.email_ids } }]));
  });

  it('has the signature of its mailbox, which alone is nothing that was written', async () => {
    const { user, show, asked, address, press } = await opened({
      mailSignatures: () => [
        { account_id: 1 as never, html: '<div>Asha, care</div>' },
        { account_id: 2 as never, html: '<div>Asha, orders</div>' },
      ],
    });
    const text = () => screen.getByRole('textbox', { name: 'Message' });
    await show();
    await waitFor(() => expect(text()).toHaveTextContent('Asha, care'));
    await press('Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    await waitFor(() => expect(text()).toHaveTextContent('Asha, care'));
    paste('Hello');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    await address();
    await waitFor(() => expect(text()).toHaveTextContent('HelloAsha, care'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'orders@shop.example');
    await waitFor(() => expect(text()).toHaveTextContent('HelloAsha, orders'));
    await press('Send');
    await waitFor(() =>
      expect(asked()).toMatchObject([
        { body: { email_body: '<div>Hello</div><div><br></div><div>Asha, orders</div>' } },
      ]),
    );
  });

  it('is taken back by Undo, and is there again as it was, under another id', async () => {
    const undone: unknown[] = [];
    let isDown = true;
    const { user, writeSubject, fake, show, asked, address, press } = await opened({
      undoReply: ({ body }) => {
        undone.push(body);
        if (isDown) throw new ApiError('offline', 'Offline');
        return { item: aLog(), ticket: aTicket({ id: 77 }) };
      },
    });
    await show();
    await address();
    paste('Hello');
    await press('Send');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => fake.shell.emit('toast.acted', { id: fake.toasts.at(-1)?.second_action?.id ?? '' }));
    await waitFor(() => expect(fake.toasts.at(-1)?.text).toMatch(/asked again by itself/));
    expect(screen.queryByRole('dialog')).toBeNull();

    // Meanwhile another is begun: it stays, and the one that was taken back is there after it.
    await show();
    await writeSubject('Other');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isDown = false;
    await screen.findByRole('dialog', { name: 'Compose Email' });
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Other');
    expect(fake.toasts.at(-1)).toMatchObject({ kind: 'info', text: expect.stringContaining('once the other one') });
    await press('Discard');
    const ask = await screen.findByRole('dialog', { name: 'Discard Email ?' });
    await user.click(within(ask).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Hello');
    await press('Send');
    await waitFor(() => expect(asked()).toHaveLength(2));
    const [first, second] = asked().map((input) => (input as { body: NewEmailRequest }).body);
    const temp_id = first?.temp_id;
    expect(undone.length).toBeGreaterThan(1);
    for (const one of undone) expect(one).toEqual({ ticket_id: 77, temp_id });
    expect({ ...second, temp_id }).toEqual(first);
    expect(second?.temp_id).not.toBe(temp_id);
  });

  it('can be taken back after a reload, or in another tab, once', async () => {
    const undoReply = () => ({ item: aLog(), ticket: aTicket({ id: 77 }) });
    const { fake, show, asked, address, press } = await opened();
    await show();
    await address();
    await press('Send');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    elapse(1_000);

    const other = await opened({ undoReply });
    await waitFor(() => expect(other.fake.toasts).toHaveLength(1));
    const [offered] = other.fake.toasts;
    expect(offered).toMatchObject({
      text: 'Mail has been sent and ticket id is: 77',
      second_action: { label: 'Undo' },
    });
    expect(offered?.duration).toBeGreaterThan(0);
    expect(offered?.duration).toBeLessThanOrEqual(9_000);
    act(() => other.fake.shell.emit('toast.acted', { id: offered?.second_action?.id ?? '' }));
    await screen.findByRole('dialog', { name: 'Compose Email' });
    expect(screen.getByRole('list', { name: 'To' })).toHaveTextContent('priya@mail.example');
    const undos = other.fake.calls.flatMap(({ name, input }) => (name === 'undoReply' ? [input] : []));
    const [sent] = asked() as { body: NewEmailRequest }[];
    expect(undos).toEqual([{ body: { ticket_id: 77, temp_id: sent?.body.temp_id } }]);

    // The page that sent it is asked last.
    act(() => fake.shell.emit('toast.acted', { id: fake.toasts.at(-1)?.second_action?.id ?? '' }));
    await waitFor(() => expect(fake.toasts.at(-1)?.text).toBe('Another tab has taken it back, or it has left.'));
  });

  it('whose page ended while it was being taken back is taken back by the next, however late', async () => {
    const { fake, show, press, address, unmount } = await opened({ undoReply: () => new Promise(() => undefined) });
    await show();
    await address();
    await press('Send');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => fake.shell.emit('toast.acted', { id: fake.toasts.at(-1)?.second_action?.id ?? '' }));
    await waitFor(() => expect(fake.calls.some(({ name }) => name === 'undoReply')).toBe(true));
    await unmount();
    elapse(60_000);

    const next = await opened({ undoReply: () => ({ item: aLog(), ticket: aTicket({ id: 77 }) }) });
    await screen.findByRole('dialog', { name: 'Compose Email' });
    expect(next.fake.toasts.map(({ text }) => text)).toEqual(['The mail was taken back.']);
    expect(screen.getByRole('list', { name: 'To' })).toHaveTextContent('priya@mail.example');
  });

  it('is no longer offered once its time is over', async () => {
    const { show, press, address, unmount } = await opened();
    await show();
    await address();
    await press('Send');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const stored = () => Object.keys(localStorage).filter((key) => key.includes('compose-email.sent'));
    expect(stored()).toHaveLength(1);
    await unmount();
    elapse(10_000);

    const next = await opened();
    await waitFor(() => expect(stored()).toEqual([]));
    expect(next.fake.toasts).toEqual([]);
  });

  it('that has left already is not taken back, and says so', async () => {
    const { fake, show, address, press } = await opened({
      undoReply: () => {
        throw new ApiError('refused', 'The e-mail has left.', { status: 409, code: 'has_left' });
      },
    });
    await show();
    await address();
    await press('Send');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => fake.shell.emit('toast.acted', { id: fake.toasts.at(-1)?.second_action?.id ?? '' }));
    await waitFor(() => expect(fake.toasts.at(-1)).toEqual({ kind: 'error', text: 'The e-mail has left.' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is refused says each field and its first message, and keeps what is written', async () => {
    const { writeSubject, fake, show, address, press } = await opened({
      initiateEmail: () => {
        throw new ApiError('refused', 'There is no such ticket.', {
          status: 400,
          fields: { link_ticket_id: ['No such ticket', 'more'], subject: ['Too long'] },
        });
      },
    });
    await show();
    await address();
    await writeSubject('Hello');
    await press('Send');
    await waitFor(() =>
      expect(fake.toasts.map((toast) => toast.text)).toEqual(['link_ticket_id : No such ticket', 'subject : Too long']),
    );
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Hello');
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('of which nobody knows whether it was sent can only be tried again as it was', async () => {
    let isGone = true;
    const { user, writeSubject, fake, show, asked, address, press } = await opened({
      initiateEmail: () => {
        if (isGone) throw new ApiError('offline', 'Offline');
        return { ticket_id: 9 as never };
      },
    });
    await show();
    await address();
    await writeSubject('Hello');
    await press('Send');
    await waitFor(() => expect(fake.toasts.map((toast) => toast.text)).toEqual(['Mail could not be sent']));
    isGone = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[0]).toEqual(asked()[1]);
  });

  it('that is closed is there again; one that is discarded is not, after a question', async () => {
    const { user, writeSubject, show, press } = await opened();
    await show();
    await writeSubject('Hello');
    paste('', '<b>Bold</b> <script>alert(1)</script>');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Hello');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Bold');
    await press('Discard');
    const ask = await screen.findByRole('dialog', { name: 'Discard Email ?' });
    await user.click(within(ask).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await show();
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
  });
});
