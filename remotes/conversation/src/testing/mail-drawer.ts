import { END_OF_LIST, type EmailMessage, type Profile, type Ticket } from '@inbox/domain';
import { anAttachment, anEmail, aProfile, aTicket, type Answers } from '@inbox/panel/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mounted, world } from './reply-world';

export const CUSTOMER = 'priya@v.example';
export const ACCOUNTS = [
  { id: 1, name: 'Care', email: 'care@shop.example' },
  { id: 2, name: '', email: 'orders@shop.example' },
] as Profile['email_accounts'];
const of = { ticket_id: 1, conversation_id: 101 };
export const priya = aTicket({
  id: 1,
  conversation_id: 101,
  conversation_source: 'email',
  full_name: 'Priya Nair',
  customer_email: CUSTOMER,
  subject: 'Kurta',
});
export const hers = anEmail({
  ...of,
  id: 11,
  subject: 'Kurta',
  from: [{ email: CUSTOMER, name: 'Priya Nair' }],
  to: [{ email: 'orders@shop.example', name: 'Shop' }],
  cc: [{ email: 'sister@v.example', name: '' }],
  attachments: [
    anAttachment({ id: 70, kind: 'document', filename: 'bill.pdf', content_disposition: 'attachment' }),
    anAttachment({ id: 71, kind: 'document', filename: 'label.pdf', content_disposition: 'attachment' }),
  ],
});
export const alone = anEmail({ ...of, id: 12, subject: 'Size', from: hers.from, to: hers.to });

export const threadOf = (mails: EmailMessage[], ticket: Ticket = priya) => ({
  ticket,
  siblings: [],
  content: mails,
  oldest_timestamp: END_OF_LIST,
  seq: 0,
  // By the page's own clock, also where a test has it stand.
  server_time: new Date(Date.now()).toISOString(),
});

/** An e-mail ticket with these mails. */
export const mailWorld = (mails: EmailMessage[], answers: Answers = {}) =>
  world(
    { content: () => threadOf(mails), emailGroups: () => [], mailSignatures: () => [], ...answers },
    priya,
    aProfile({ email_accounts: ACCOUNTS }),
  );
/** The conversation of such a ticket, shown. */
export const withMails = (mails: EmailMessage[], answers: Answers = {}) => mounted(mailWorld(mails, answers));

const names = { reply: 'Reply', reply_all: 'Reply All', forward: 'Forward' } as const;
export const drawerOf = (kind: keyof typeof names) =>
  screen.findByRole('dialog', { name: new RegExp(`^${names[kind]}: `) });

/** Opens it from the bubble of a mail. */
export async function openDrawer(kind: keyof typeof names, mail: EmailMessage = hers): Promise<HTMLElement> {
  const place = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-message-id="${mail.id}"]`);
    if (found === null) throw new Error(`The mail ${mail.id} is not in the thread`);
    return found;
  });
  fireEvent.click(await within(place).findByRole('button', { name: names[kind] }));
  return drawerOf(kind);
}

/** As a browser hands over what somebody pastes: draft-js takes no typing in jsdom. */
export const write = (text: string) =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Message' }), {
    clipboardData: { types: ['text/plain'], items: [], files: [], getData: () => text },
  });
export const press = (place: HTMLElement, name: string) =>
  void fireEvent.click(within(place).getByRole('button', { name }));
