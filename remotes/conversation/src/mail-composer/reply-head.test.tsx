/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api';
import { anEmail, type FakePorts } from '@inbox/panel/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBrowser } from '../testing/a-browser';
import { heldRecords } from '../testing/held-records';
import { alone, drawerOf, hers, priya, withMails } from '../testing/mail-drawer';
import { choose, lookedAt, pdf, sends } from '../testing/reply-world';

beforeEach(() => {
  localStorage.clear();
  heldRecords.browser = aBrowser();
  lookedAt();
});

const bodies = (fake: FakePorts) => sends(fake).map((input) => (input as { body: Record<string, unknown> }).body);
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

describe('a reply of the reply box', () => {
  const stranger = anEmail({ ...alone, id: 13, subject: 'Mine', from: [{ email: 'thief@e.example', name: '' }] });
  const away = anEmail({ ...alone, id: 14, subject: 'Away', automatic: { kind: 'auto_reply' } });
  const head = { convmsg_message_id: 11, from: 'orders@shop.example', subject: 'Re: Kurta', attachment_ids: [] };

  it('names the customer’s mail, mailbox, subject and files as the drawer does', async () => {
    const fake = await withMails([hers, stranger, away], { reply: stored });
    await choose(pdf());
    await screen.findByRole('button', { name: 'Remove invoice.pdf' });
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    fireEvent.change(box, { target: { value: 'Packed today' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(bodies(fake)).toHaveLength(1));
    expect(bodies(fake)[0]).toMatchObject({ ...head, attachment: [{ file_name: 'invoice.pdf' }] });
    expect(bodies(fake)[0]).not.toHaveProperty('email_body');
    fireEvent.click(screen.getByRole('button', { name: 'Reply, Reply All or Forward' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }));
    expect(within(await drawerOf('reply')).getByRole('textbox', { name: 'Subject' })).toHaveValue(head.subject);
  });

  it('leaves mail and subject to the inbox where the thread shows none of the customer', async () => {
    const fake = await withMails([], { reply: stored });
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    fireEvent.change(box, { target: { value: 'Packed today' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(bodies(fake)).toMatchObject([{ convmsg_message_id: null, attachment: [] }]));
    expect(bodies(fake)[0]).not.toHaveProperty('subject');
  });
});
