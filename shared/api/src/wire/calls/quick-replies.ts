import { quickReplySchema, type QuickReply } from '@inbox/domain';
import * as z from 'zod/mini';
import { get } from '../call';

/** Canned messages. */
export const quickReplyCalls = {
  quickReplies: get<QuickReply[]>('/api/inbox/canned-message/', () => ({ answer: z.array(quickReplySchema) })),
} as const;
