import { jest } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api';
import { END_OF_LIST, uploadedFileSchema, type Ticket, type UploadedFile } from '@inbox/domain';
import {
  aCustomer,
  aMessage,
  aProfile,
  aQuickReply,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
  type FakePorts,
} from '@inbox/panel/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import panel from '../panel';
import { giveLayout } from './layout';

export const rohit = aTicket({ id: 1, conversation_id: 101 });
export const farah = aTicket({ id: 2, conversation_id: 102, full_name: 'Farah Ali' });
const quickReplies = [
  aQuickReply({ id: 1, shortcut: '/hello', message: 'Hello {{userFirstName}}' }),
  aQuickReply({ id: 2, shortcut: '/track', message: 'Follow it: {{lastOrderTrackingUrl}}' }),
  aQuickReply({ id: 3, shortcut: '/help', message: 'How can I help?' }),
];

const pageOf = (ticket: Ticket) => ({
  ticket,
  siblings: [],
  content: [
    aMessage({
      id: ticket.id * 10 + 1,
      ticket_id: ticket.id,
      conversation_id: ticket.conversation_id,
      message: `Hello from ${ticket.full_name}`,
    }),
  ],
  oldest_timestamp: END_OF_LIST,
  seq: 0,
  server_time: new Date().toISOString(),
});

export function stored({ message, temp_id, ticket_id, conversation_id }: ReplyRequest) {
  const item = aMessage({ id: 500, message, temp_id, ticket_id, conversation_id, actor: 'merchant' });
  return { item, ticket: ticket_id === farah.id ? farah : rohit };
}

let uploadId = 0;
/** The id of the newest upload. */
export const lastUpload = () => uploadId;
export function uploaded(form: FormData): UploadedFile {
  const file = form.get('file');
  if (!(file instanceof File)) throw new Error('no file in the form');
  uploadId += 1;
  return uploadedFileSchema.parse({
    id: uploadId,
    url: `/api/inbox/uploads/${uploadId}/`,
    file_name: file.name,
    content_type: 'application/pdf',
    size: file.size,
    kind: form.has('voice') ? 'voice' : 'document',
  });
}

export function world(answers: Answers = {}, open: Ticket = rohit, profile = aProfile()): FakePorts {
  return createFakePorts({
    profile,
    open: open.id,
    answers: {
      allAgents: () => [],
      content: ({ params }) => pageOf(params.ticket_id === farah.id ? farah : open),
      markRead: ({ body }) => ({ ticket: { ...rohit, id: body.ticket_id } }),
      reply: ({ body }) => stored(body),
      quickReplies: () => quickReplies,
      countQuickReplyUse: () => ({}),
      customerDetails: () => aCustomer(),
      customerOrders: () => [],
      upload: uploaded,
      ...answers,
    },
  });
}

export const mounted = async (fake: FakePorts) => {
  await mountPanel(panel, { fake });
  return fake;
};
export const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
export const sends = (fake: FakePorts) => fake.calls.flatMap(({ name, input }) => (name === 'reply' ? [input] : []));
export const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
export const pdf = (name = 'invoice.pdf') => new File(['%PDF-'], name, { type: 'application/pdf' });
export const sized = (file: File, size: number) => Object.defineProperty(file, 'size', { value: size });
const input = () => {
  const found = document.querySelector<HTMLInputElement>('[data-attach-input]');
  if (!found) throw new Error('no input for files');
  return found;
};
/** As the system's dialog hands them over; `accept` is advice that people may overrule. */
export const choose = (...files: File[]) => act(async () => void fireEvent.change(input(), { target: { files } }));
export const tray = () => screen.queryByRole('list', { name: 'Attached files' });
export const texts = (fake: FakePorts) => fake.toasts.map(({ text }) => text);

/** A page with room, that the agent looks at. */
export function lookedAt(): void {
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
}
