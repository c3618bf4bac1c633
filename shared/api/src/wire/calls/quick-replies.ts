import { quickReplySchema, rowsOf, type QuickReply } from '@inbox/domain';
import { get } from '../call';

/** Canned messages. */
export const quickReplyCalls = {
  quickReplies: get<QuickReply[]>('/api/inbox/canned-message/', () => ({
    answer: rowsOf('quick_reply', quickReplySchema),
  })),
} as const;
