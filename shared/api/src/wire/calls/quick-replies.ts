import {
  idFromText,
  quickReplyIdSchema,
  quickReplySchema,
  rowsOf,
  type QuickReply,
  type QuickReplyId,
  type QuickReplyText,
  type Schema,
} from '@inbox/domain';
import { MAX_QUICK_REPLIES } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { nothing } from './parts';

/** With an id: that one is edited. */
export interface QuickReplyRequest extends QuickReplyText {
  id?: QuickReplyId | undefined;
}

/** Of an import's body, as it travels. */
export const MAX_IMPORT_BYTES = 8_000_000;

export interface ImportAnswer {
  added: number;
  changed: number;
}

const params = (): Schema<{ id: QuickReplyId }> => z.object({ id: idFromText<QuickReplyId>() });
const written = () => ({ shortcut: z.string(), message: z.string() });

/** Canned messages. What is wrong with a shortcut or a message is said by the rule, not by these schemas. */
export const quickReplyCalls = {
  /** By shortcut. */
  quickReplies: get<QuickReply[]>('/api/inbox/canned-message/', () => ({
    answer: rowsOf('quick_reply', quickReplySchema),
  })),
  /** Answers the quick reply as it is stored. */
  saveQuickReply: post<QuickReply, null, QuickReplyRequest>('/api/inbox/canned-message/', () => ({
    body: z.object({ id: z.optional(quickReplyIdSchema), ...written() }),
    answer: quickReplySchema,
  })),
  /** Counts that an agent has put it into a reply. */
  countQuickReplyUse: post<Record<string, never>, { id: QuickReplyId }>('/api/inbox/canned-message/:id/used/', () => ({
    params: params(),
    answer: nothing(),
  })),
  deleteQuickReply: post<Record<string, never>, { id: QuickReplyId }>('/api/inbox/canned-message/:id/delete/', () => ({
    params: params(),
    answer: nothing(),
  })),
  /** All rows or none. A row whose shortcut exists changes that quick reply's message. */
  importQuickReplies: post<ImportAnswer, null, { rows: QuickReplyText[] }>('/api/inbox/canned-message/import/', () => ({
    body: z.object({ rows: z.array(z.object(written())).check(z.minLength(1), z.maxLength(MAX_QUICK_REPLIES)) }),
    answer: z.object({ added: z.int(), changed: z.int() }),
  })),
} as const;
