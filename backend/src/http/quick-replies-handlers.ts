import type { quickReplyCalls } from '@inbox/api/wire';
import { listQuickReplies } from '../merchants/merchant-queries';
import type { HttpDeps } from './deps';
import type { Handlers } from './serve-calls';

/** Canned messages. */
export function quickReplyHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof quickReplyCalls> {
  const { db } = deps.context;
  return {
    quickReplies: ({ merchantId }) => listQuickReplies(db, merchantId),
  };
}
