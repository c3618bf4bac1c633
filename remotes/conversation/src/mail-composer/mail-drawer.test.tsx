/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, type ReplyRequest } from '@inbox/api';
import { anEmail, aLog, aMessage, refusalOr, saidOfFaults, type FakePorts } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBrowser } from '../testing/a-browser';
import { heldRecords } from '../testing/held-records';
import { alone, CUSTOMER, drawerOf, hers, openDrawer, press, priya, withMails, write } from '../testing/mail-drawer';
import { choose, lookedAt, pdf, sends, texts } from '../testing/reply-world';
import { refusalsOf } from './use-refused-mails';

/** The chunks, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await Promise.all([import('./mail-drawer'), import('../email/quoted-mail')]);
});
beforeEach(() => {
  localStorage.clear();
  heldRecords.browser = aBrowser();
  lookedAt();
});

const bodies = (fake: FakePorts) => sends(fake).map((input) => (input as { body: Record<string, unknown> }).body);
const chips = (drawer: HTMLElement, field = 'To') =>
  within(within(drawer).getByRole('list', { name: field }))
    .queryAllByRole('listitem')
    .map((chip) => chip.querySelector('span')?.textContent);
const subject = (drawer: HTMLElement) => within(drawer).getByRole('textbox', { name: 'Subject' });
const drafts = () => heldRecords.browser.stored('drafts') as { kind?: string; text: string }[];
/** As the server stores a mail that leaves. */
const stored = (answer: { body: ReplyRequest }) => ({
  item: anEmail({
    id: 500,
    ticket_id: 1,
    conversation_id: 101,
    actor: 'merchant',
    temp_id: answer.body.temp_id,
    message: answer.body.message,
    html: null,
    send_status: 'sending',
  }),
  ticket: priya,
});

describe('what opens the drawer', () => {
  it('is at each mail; Reply All only where recipients plus cc exceed one', async () => {
    await withMails([hers, alone]);
    const at = async (id: number) => {
      const bubble = await waitFor(() => {
        const found = document.querySelector<HTMLElement>(`[data-message-id="${id}"]`);
        if (found === null) throw new Error('not yet');
        return found;
      });
      await within(bubble).findByRole('button', { name: 'Reply' });
      return within(bubble).queryByRole('button', { name: 'Reply All' });
    };
    expect(await at(11)).not.toBeNull();
    expect(await at(12)).toBeNull();
  });

  it('brings what was begun in the reply box along', async () => {
    await withMails([hers]);
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    fireEvent.change(box, { target: { value: 'Packed <today>\nBye' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reply, Reply All or Forward' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }));
    await drawerOf('reply');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Packed <today>'));
    await waitFor(() =>
      expect(drafts()).toMatchObject([{ kind: 'reply', text: expect.stringContaining('&lt;today&gt;') }]),
    );
  });
});

describe('the quote of a reply', () => {
  it('can be removed, and brought back; a draft remembers it', async () => {
    const fake = await withMails([hers], { reply: stored });
    const drawer = await openDrawer('reply');
    write('Packed today');
    press(drawer, 'Remove quoted text');
    expect(within(drawer).queryByRole('button', { name: 'Show quoted text' })).toBeNull();
    press(drawer, 'Quote the original');
    expect(within(drawer).getByRole('button', { name: 'Show quoted text' })).toBeVisible();
    press(drawer, 'Remove quoted text');
    press(drawer, 'Close and keep the draft');
    const again = await openDrawer('reply');
    expect(within(again).getByRole('button', { name: 'Quote the original' })).toBeVisible();
    press(again, 'Send');
    await waitFor(() => expect(bodies(fake)).toHaveLength(1));
    expect(bodies(fake)[0]).toMatchObject({ no_quote: true, convmsg_message_id: 11 });
  });

  it('is what a forward is for', async () => {
    await withMails([hers]);
    const drawer = await openDrawer('forward');
    expect(within(drawer).queryByRole('button', { name: 'Remove quoted text' })).toBeNull();
  });
});

describe('the signature', () => {
  const ORDERS = { account_id: 2 as never, html: '<div>Asha, orders</div>' };
  const CARE = { account_id: 1 as never, html: '<div>Asha, care</div>' };
  const text = () => screen.getByRole('textbox', { name: 'Message' });
  const from = (drawer: HTMLElement, value: string) =>
    fireEvent.change(within(drawer).getByRole('combobox', { name: 'From' }), { target: { value } });

  it('is the mailbox’s, stands below what is written, changes with it and goes out; alone it is no draft', async () => {
    const fake = await withMails([hers], { reply: stored, mailSignatures: () => [ORDERS, CARE] });
    const drawer = await openDrawer('reply');
    await waitFor(() => expect(text()).toHaveTextContent('Asha, orders'));
    press(drawer, 'Send');
    expect(bodies(fake)).toEqual([]);
    press(drawer, 'Close and keep the draft');
    await waitFor(() => expect(drafts()).toEqual([]));

    const again = await openDrawer('reply');
    await waitFor(() => expect(text()).toHaveTextContent('Asha, orders'));
    write('Packed today');
    from(again, 'care@shop.example');
    await waitFor(() => expect(text()).toHaveTextContent('Packed todayAsha, care'));
    press(again, 'Send');
    await waitFor(() => expect(bodies(fake)).toHaveLength(1));
    expect(bodies(fake)[0]).toMatchObject({
      from: 'care@shop.example',
      email_body: '<div>Packed today</div><div><br></div><div>Asha, care</div>',
    });
  });

  it('comes below what was begun in the reply box', async () => {
    await withMails([hers], { mailSignatures: () => [ORDERS] });
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    fireEvent.change(box, { target: { value: 'Packed' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reply, Reply All or Forward' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }));
    await drawerOf('reply');
    await waitFor(() => expect(text()).toHaveTextContent('PackedAsha, orders'));
  });

  it('is written in the drawer, for each mailbox, and is there at once', async () => {
    const saved: unknown[] = [];
    const fake = await withMails([hers], { mailSignatures: () => [CARE] });
    const drawer = await openDrawer('reply');
    write('Packed');
    press(drawer, 'Signature');
    const dialog = await screen.findByRole('dialog', { name: 'Signature' });
    expect(within(dialog).getByRole('combobox', { name: 'Mailbox' })).toHaveValue('orders@shop.example');
    const editor = await within(dialog).findByRole('textbox', { name: 'Signature' });
    fireEvent.paste(editor, {
      clipboardData: { types: ['text/plain'], items: [], files: [], getData: () => 'Asha' },
    });
    const said = await saidOfFaults(async (error) => {
      fake.answer({ saveMailSignature: () => Promise.reject(error) });
      fake.toasts.length = 0;
      fireEvent.click(await within(dialog).findByRole('button', { name: 'Save' }));
      await waitFor(() => expect(fake.toasts).toHaveLength(1));
      expect(editor).toHaveTextContent('Asha');
      return fake.toasts[0]?.text;
    });
    expect(said).toEqual(refusalOr('The signature could not be saved. Please try again.'));
    fake.answer({
      saveMailSignature: ({ body }) => {
        saved.push(body);
        return body;
      },
    });
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([{ account_id: 2, html: '<div>Asha</div>' }]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signature' })).toBeNull());
    await waitFor(() => expect(text()).toHaveTextContent('PackedAsha'));
    expect(screen.getByRole('dialog', { name: /^Reply: / })).toBeVisible();
  });

  it('that could not be loaded says so where it is written, and is loaded again', async () => {
    let isDown = true;
    await withMails([hers], {
      mailSignatures: () => {
        if (isDown) throw new ApiError('server', 'Down');
        return [ORDERS];
      },
    });
    const drawer = await openDrawer('reply');
    press(drawer, 'Signature');
    const dialog = await screen.findByRole('dialog', { name: 'Signature' });
    expect(await within(dialog).findByText(/Your signatures could not be loaded/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    isDown = false;
    press(dialog, 'Retry');
    const editor = await within(dialog).findByRole('textbox', { name: 'Signature' });
    expect(editor).toHaveTextContent('Asha, orders');
    fireEvent.keyDown(editor, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signature' })).toBeNull());
    expect(drawer).toBeVisible();
  });
});

describe('a reply', () => {
  it('goes to the customer from the mailbox that was written to, with all the call names', async () => {
    const fake = await withMails([hers], { reply: stored });
    const drawer = await openDrawer('reply');
    expect(chips(drawer)).toEqual([CUSTOMER]);
    expect(within(drawer).getByRole('combobox', { name: 'From' })).toHaveValue('orders@shop.example');
    expect(subject(drawer)).toHaveValue('Re: Kurta');
    fireEvent.change(subject(drawer), { target: { value: '' } });
    write('Packed today');
    await choose(pdf());
    await within(drawer).findByRole('button', { name: 'Remove invoice.pdf' });
    press(drawer, 'Send');
    const question = await screen.findByRole('dialog', { name: 'Send without a subject?' });
    expect(within(question).getByRole('button', { name: 'Keep writing' })).toHaveFocus();
    fireEvent.keyDown(question, { key: 'Escape' });
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect([drawer.isConnected, bodies(fake)]).toEqual([true, []]);
    press(drawer, 'Send');
    fireEvent.click(await screen.findByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(bodies(fake)).toHaveLength(1));
    expect(bodies(fake)[0]).toMatchObject({
      ticket_id: 1,
      to: [CUSTOMER],
      chosen: [],
      from: 'orders@shop.example',
      subject: '',
      message: 'Packed today',
      email_body: '<div>Packed today</div>',
      mail_kind: 'reply',
      convmsg_message_id: 11,
      attachment: [{ file_name: 'invoice.pdf' }],
      attachment_ids: [],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(drafts()).toEqual([]);
  });

  it('to all names everybody but the shop, each chosen by being seen', async () => {
    const fake = await withMails([hers], { reply: stored });
    const drawer = await openDrawer('reply_all');
    expect([chips(drawer), chips(drawer, 'Cc')]).toEqual([[CUSTOMER], ['sister@v.example']]);
    write('Packed');
    press(drawer, 'Send');
    await waitFor(() =>
      expect(bodies(fake)).toMatchObject([{ cc: ['sister@v.example'], chosen: ['sister@v.example'] }]),
    );
  });

  it('of unknown fate is sent again as it was, by its id', async () => {
    const doubtful = anEmail({
      ...{ id: 20, ticket_id: 1, conversation_id: 101, actor: 'merchant', send_status: 'unknown' },
      ...{ html: '<b>Packed</b>', message: '', to: hers.from, from: hers.to },
    });
    const fake = await withMails([hers, doubtful], { reply: stored });
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(bodies(fake)).toMatchObject([{ again_of: 20, ticket_id: 1 }]));
    expect(screen.queryByRole('button', { name: /^Undo sending/ })).toBeNull();
  });

  it('to nobody is not sent, and says so', async () => {
    const fake = await withMails([hers]);
    const drawer = await openDrawer('forward');
    press(drawer, 'Send');
    await waitFor(() => expect(texts(fake)).toEqual(['Recipient mail should not be empty']));
    expect(sends(fake)).toEqual([]);
  });

  it('that says nothing is not sent', async () => {
    const fake = await withMails([hers]);
    press(await openDrawer('reply'), 'Send');
    await waitFor(() => expect(texts(fake)).toEqual(['Write a message first.']));
    expect(sends(fake)).toEqual([]);
  });

  it('takes a quick reply where its caret stands', async () => {
    const fake = await withMails([hers]);
    await openDrawer('reply');
    await act(async () => {
      await fake.join('quick-replies').send('reply.insert', { ticket_id: 1 as never, text: 'Hello {{userFirstName}}' });
    });
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent(/^Hello \w+/);
  });
});

describe('a forward', () => {
  it('goes to whom is chosen, with the original’s files but for those that were removed', async () => {
    const fake = await withMails([hers], { reply: stored });
    const drawer = await openDrawer('forward');
    expect(chips(drawer)).toEqual([]);
    expect(subject(drawer)).toHaveValue('Fwd: Kurta');
    const to = within(drawer).getByRole('combobox', { name: 'To' });
    fireEvent.change(to, { target: { value: 'fast@c.example' } });
    fireEvent.keyDown(to, { key: 'Enter' });
    press(drawer, 'Remove bill.pdf of the original');
    press(drawer, 'Send');
    await waitFor(() =>
      expect(bodies(fake)).toMatchObject([
        { mail_kind: 'forward', to: ['fast@c.example'], forward_attachment_ids: [71], email_body: '' },
      ]),
    );
  });
});

describe('what is written', () => {
  it('is kept by kind, shown again, and discarded after a question', async () => {
    await withMails([hers]);
    write((await openDrawer('reply')) && 'For the customer');
    press(await drawerOf('reply'), 'Close and keep the draft');
    write((await openDrawer('forward')) && 'For the courier');
    press(await drawerOf('forward'), 'Close and keep the draft');
    const drawer = await openDrawer('reply');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent(/^For the customer$/);
    press(drawer, 'Discard');
    const ask = await screen.findByRole('dialog', { name: 'Discard Email ?' });
    press(ask, 'Keep writing');
    press(drawer, 'Discard');
    press(await screen.findByRole('dialog', { name: 'Discard Email ?' }), 'Discard');
    await waitFor(() => expect(drafts()).toMatchObject([{ kind: 'forward', text: '<div>For the courier</div>' }]));
    await openDrawer('reply');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent(/^$/);
  });

  it('answers the mail at which it was opened last', async () => {
    const fake = await withMails([hers, alone], { reply: stored });
    write((await openDrawer('reply')) && 'Which size?');
    press(await drawerOf('reply'), 'Close and keep the draft');
    const drawer = await openDrawer('reply', alone);
    expect(subject(drawer)).toHaveValue('Re: Size');
    press(drawer, 'Send');
    await waitFor(() => expect(bodies(fake)).toMatchObject([{ convmsg_message_id: 12, message: 'Which size?' }]));
  });

  it('is there again in the drawer after Undo, as it was', async () => {
    const log = aLog({ id: 500, rev: 9, ticket_id: 1, conversation_id: 101, event: 'undone' });
    await withMails([hers], { reply: stored, undoReply: () => ({ item: log, ticket: priya }) });
    const drawer = await openDrawer('forward');
    const to = within(drawer).getByRole('combobox', { name: 'To' });
    fireEvent.change(to, { target: { value: 'fast@c.example' } });
    fireEvent.keyDown(to, { key: 'Enter' });
    press(drawer, 'Remove bill.pdf of the original');
    write('For the courier');
    press(drawer, 'Send');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo sending to fast@c.example' }));
    const again = await drawerOf('forward');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('For the courier'));
    expect(chips(again)).toEqual(['fast@c.example']);
    expect(within(again).queryByText('bill.pdf')).toBeNull();
    expect(within(again).getByText('label.pdf')).toBeVisible();
  });

  it('goes back into the drawer when a colleague was faster', async () => {
    const theirs = aMessage({ id: 400, ticket_id: 1, conversation_id: 101, actor: 'merchant', message: 'Sent.' });
    const reply = () => {
      throw new ApiError('refused', 'Held', { status: 409, code: 'newer_reply', items: [theirs] });
    };
    const fake = await withMails([hers], { reply });
    write((await openDrawer('reply')) && 'Mine');
    press(await drawerOf('reply'), 'Send');
    press(await screen.findByRole('alertdialog'), 'Edit');
    await drawerOf('reply');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveTextContent('Mine');
    expect(texts(fake)).toEqual([]);
  });
});

describe('a mail that the server refuses', () => {
  it('says each field and its first message', async () => {
    const reply = () => {
      throw new ApiError('refused', 'No', { status: 400, fields: { from: ['No such mailbox', 'x'], to: ['Wrong'] } });
    };
    const fake = await withMails([hers], { reply });
    write((await openDrawer('reply')) && 'Hello');
    press(await drawerOf('reply'), 'Send');
    await waitFor(() => expect(texts(fake)).toEqual(['from : No such mailbox', 'to : Wrong']));
  });

  it('without detail could not be sent', () => {
    expect(refusalsOf(new ApiError('refused', 'No', { status: 500 }))).toEqual(['Mail could not be sent']);
    expect(refusalsOf(new Error('No'))).toEqual(['Mail could not be sent']);
  });
});
