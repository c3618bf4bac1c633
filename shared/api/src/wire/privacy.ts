import type { ConversationId } from '@inbox/domain';
import * as z from 'zod/mini';
import { post } from './call';
import { conversationParams } from './calls/parts';

/** Erases the customer of a conversation. */
export interface EraseRequest {
  /** Of the customer, as whoever asks for it has typed it: nobody is erased by a slip. */
  name: string;
}

export interface EraseAnswer {
  /** By this number its certificate is had from the operator. */
  erasure: number;
  tickets: number;
}

/** Where store admins have the customer of a conversation as a zip: a page to read, JSON, and the files. */
export const customerExportPath = (conversation: ConversationId): string =>
  `/api/inbox/conversations/${conversation}/customer/export/`;

/** For store admins. The call stands apart, since only the question about it has use for it. */
export const privacyCalls = {
  eraseCustomer: post<EraseAnswer, { conversation_id: ConversationId }, EraseRequest>(
    '/api/inbox/conversations/:conversation_id/customer/erase/',
    () => ({
      params: conversationParams(),
      body: z.object({ name: z.string().check(z.maxLength(1_000)) }),
      answer: z.object({ erasure: z.int(), tickets: z.int() }),
    }),
  ),
} as const;
