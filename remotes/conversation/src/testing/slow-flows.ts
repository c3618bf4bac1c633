import { expect } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { ScheduledMail, Ticket } from '@inbox/domain';
import { aMessage, aTicket, type FakePorts } from '@inbox/panel/testing';
import { fireEvent, screen } from '@testing-library/react';
import { write as writeMail } from './mail-drawer';
import { choose, pdf } from './reply-world';
import { left, SECRET, settle, type Server } from './two-tickets';

/** What an agent does on a ticket, and what takes a while. */
export interface SlowFlow {
  name: string;
  ticket: Ticket;
  /** Done while nothing is slow. */
  prepare(page: FakePorts, server: Server): Promise<void> | void;
  /** After it all is slow. */
  begin(page: FakePorts, server: Server): Promise<void> | void;
  /** What is true of that ticket in the end, whatever was switched meanwhile. */
  end(world: Ended): void;
  /** The page that began it does not live to see it: there is nothing to go on with. */
  endsWithPage?: boolean;
}

export interface Ended {
  /** What the server has of it. */
  said: readonly string[];
  /** What the server is to send later. */
  planned: readonly ScheduledMail[];
  /** The tickets that it was told were read. */
  read: readonly number[];
  /** As it is kept. */
  draft: string | null;
}

const FILE = 'rohit.pdf';
const textbox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
const write = (text: string) => void fireEvent.change(textbox(), { target: { value: text } });
const enter = () => void fireEvent.keyDown(textbox(), { key: 'Enter' });
const press = (name: string | RegExp) => void fireEvent.click(screen.getByRole('button', { name }));
const attach = async () => {
  await choose(pdf(FILE));
  await screen.findByRole('button', { name: `Remove ${FILE}` });
};
const nothing = () => undefined;

const isSent = ({ said, draft }: Ended) => {
  expect(said).toEqual([SECRET]);
  expect(draft).toBeNull();
  expect(textbox()).toHaveValue('');
  expect(screen.getAllByText(SECRET)).toHaveLength(1);
};
const isAttached = ({ said, draft }: Ended) => {
  expect(said).toEqual([]);
  expect(draft).toContain(FILE);
  expect(screen.getAllByRole('button', { name: `Remove ${FILE}` })).toHaveLength(1);
};
const isDraft = ({ said, draft }: Ended) => {
  expect(said).toEqual([]);
  expect(draft).toContain(SECRET);
  expect(textbox()).toHaveValue(SECRET);
};
/** It is sent, or it stands there still: never both, and never neither. */
const isAnsweredOrDraft = ({ said }: Ended) => {
  const answer = screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to rohit.k' });
  expect([...said, ...(answer ? [answer.value] : [])]).toEqual([SECRET]);
};
const isRead = ({ read }: Ended) => expect(new Set(read)).toEqual(new Set([left.id]));
const isGone = ({ said, draft }: Ended) => {
  expect([said, draft]).toEqual([[], null]);
  expect(textbox()).toHaveValue('');
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
};

const stumbled = new ApiError('refused', 'The server stumbled');
const offline = new ApiError('offline', 'no line');
const theirs = aMessage({ id: 400, ticket_id: 1, conversation_id: 101, actor: 'merchant', message: 'I have sent it.' });
const newer = new ApiError('refused', 'A colleague has answered meanwhile.', {
  status: 409,
  code: 'newer_reply',
  items: [theirs],
});

/** A reply that the server has answered this way once. */
async function refused(server: Server, error: ApiError): Promise<void> {
  server.failNext('reply', error);
  write(SECRET);
  enter();
  await screen.findAllByText(SECRET);
  await settle();
}

const flow = (
  name: string,
  begin: SlowFlow['begin'],
  end: SlowFlow['end'],
  more: Partial<Pick<SlowFlow, 'ticket' | 'prepare' | 'endsWithPage'>> = {},
): SlowFlow => ({ name, begin, end, ticket: left, prepare: nothing, ...more });

const quickReply = `${SECRET}, {{userFirstName}}`;
const isFilledIn = ({ draft }: Ended) => {
  expect(draft).toContain(`${SECRET}, Rohit`);
  expect(textbox()).toHaveValue(`${SECRET}, Rohit`);
};
const comments = aTicket({ ...left, conversation_source: 'comment', owner_id: 1, status: 'open' });

const mails = aTicket({
  ...left,
  conversation_source: 'email',
  owner_id: 1,
  status: 'open',
  customer_email: 'rohit@mail.example',
});
/** Opens the mail drawer of the ticket that is shown. */
const openReply = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Reply' }));
  await screen.findByRole('dialog', { name: /^Reply: / });
};
const isMailDraft =
  (expected: string) =>
  ({ said, draft }: Ended) => {
    expect(said).toEqual([]);
    expect(draft).toContain(expected);
  };

const chooseLater = async () => {
  press('Send later');
  await screen.findByRole('menuitem', { name: 'In 1 hour' });
};
const planIt = () => void fireEvent.click(screen.getByRole('menuitem', { name: 'In 1 hour' }));
const isPlanned = ({ said, planned, draft }: Ended) => {
  expect(said).toEqual([]);
  expect(planned).toMatchObject([{ ticket_id: left.id, beginning: SECRET }]);
  expect(draft).toBeNull();
};
const callOff = () => press(/^Cancel sending: /);
const isCalledOff = ({ said, planned }: Ended) => expect([said, planned]).toEqual([[], []]);

export const slowFlows: readonly SlowFlow[] = [
  flow('a mail that is put off from the drawer', planIt, isPlanned, {
    ticket: mails,
    endsWithPage: true,
    prepare: async () => {
      await openReply();
      writeMail(SECRET);
      await chooseLater();
    },
  }),
  flow('a mail that is not sent later after all', callOff, isCalledOff, {
    ticket: mails,
    endsWithPage: true,
    prepare: async (page) => {
      await openReply();
      writeMail(SECRET);
      await chooseLater();
      planIt();
      await settle();
      page.shell.emit('live.scheduled_mails.changed', { type: 'scheduled_mails.changed', ticket_id: left.id });
      await screen.findByRole('button', { name: /^Cancel sending: / });
    },
  }),
  flow('a mail that is written in the drawer', () => void writeMail(SECRET), isMailDraft(SECRET), {
    ticket: mails,
    prepare: openReply,
  }),
  flow('a mail that is sent from the drawer', () => press('Send'), isSent, {
    ticket: mails,
    prepare: async () => {
      await openReply();
      writeMail(SECRET);
    },
  }),
  flow('a file that is uploaded into the drawer', () => choose(pdf(FILE)), isMailDraft(FILE), {
    ticket: mails,
    prepare: openReply,
  }),
  flow(
    'a reply that is sent',
    () => {
      write(SECRET);
      enter();
    },
    isSent,
  ),
  flow('a reply with a file that is sent', enter, isSent, {
    prepare: async () => {
      await attach();
      write(SECRET);
    },
  }),
  flow('a draft that is saved', () => write(SECRET), isDraft),
  flow('a refused reply that is tried again', () => press(/^Send now/), isSent, {
    prepare: (_, server) => refused(server, stumbled),
  }),
  flow('a refused reply that is given up', () => press(/^Discard:/), isGone, {
    prepare: (_, server) => refused(server, stumbled),
  }),
  flow('a reply that waited for the line', () => press(/^Send now/), isSent, {
    prepare: (_, server) => refused(server, offline),
  }),
  flow('a held-back reply that is sent anyway', () => press('Send anyway'), isSent, {
    prepare: (_, server) => refused(server, newer),
  }),
  flow('a held-back reply that is written anew', () => press('Edit'), isDraft, {
    prepare: (_, server) => refused(server, newer),
  }),
  flow('a file that is uploaded', () => choose(pdf(FILE)), isAttached),
  flow(
    'a file that is given up on its way',
    async () => {
      await choose(pdf(FILE));
      press(`Cancel ${FILE}`);
    },
    isGone,
  ),
  flow('a failed file that is uploaded again', () => press(`Upload ${FILE} again`), isAttached, {
    prepare: async (_, server) => {
      server.failNext('upload', new ApiError('server', 'The server stumbled'));
      await choose(pdf(FILE));
      await screen.findByRole('button', { name: `Upload ${FILE} again` });
    },
  }),
  flow('a quick reply that is filled in', enter, isFilledIn, {
    endsWithPage: true,
    prepare: async () => {
      write('/hello');
      await screen.findByRole('option');
    },
  }),
  flow(
    'a quick reply that the panel beside inserts',
    (page) =>
      void page.join('quick-replies').send('reply.insert', { ticket_id: left.id, text: quickReply }).catch(nothing),
    isFilledIn,
    { endsWithPage: true },
  ),
  flow(
    'a quick reply that the panel beside sends',
    (page) => void page.join('quick-replies').send('reply.send', { ticket_id: left.id, text: SECRET }).catch(nothing),
    isSent,
  ),
  flow(
    'an answer to a comment',
    () => void fireEvent.keyDown(screen.getByRole('textbox', { name: 'Reply to rohit.k' }), { key: 'Enter' }),
    isAnsweredOrDraft,
    {
      ticket: comments,
      prepare: async () => {
        press('Reply');
        const answer = await screen.findByRole('textbox', { name: 'Reply to rohit.k' });
        fireEvent.change(answer, { target: { value: SECRET } });
      },
    },
  ),
  flow(
    'a new message that is marked read',
    (page, server) => {
      const received_at = new Date().toISOString();
      const unread = aTicket({ ...left, rev: 5, conversation_read: false, received_at });
      // A page that is reloaded has it from there.
      server.change(unread);
      page.shell.emit('ticket.changed', { tickets: [unread] });
    },
    isRead,
  ),
  flow(
    'a ticket that the agent takes',
    () => press('Assign to me'),
    () => undefined,
    {
      prepare: async () => void (await screen.findByRole('button', { name: 'Assign to me' })),
    },
  ),
];
