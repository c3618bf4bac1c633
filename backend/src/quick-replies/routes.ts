import type { quickReplyCalls } from '@inbox/api/wire';
import { countUse, deleteQuickReply, importQuickReplies, saveQuickReply } from './change-quick-replies';
import { listQuickReplies } from './quick-reply-queries';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';

/** Canned messages. */
export function quickReplyHandlers({ context }: HttpDeps): Pick<Handlers, keyof typeof quickReplyCalls> {
  return {
    quickReplies: ({ merchantId }) => listQuickReplies(context.db, merchantId),
    saveQuickReply: (who, { body }) => saveQuickReply(context, who, body),
    countQuickReplyUse: async (who, { params }) => {
      await countUse(context, who, params.id);
      return {};
    },
    deleteQuickReply: async (who, { params }) => {
      await deleteQuickReply(context, who, params.id);
      return {};
    },
    importQuickReplies: (who, { body }) => importQuickReplies(context, who, body.rows),
  };
}
