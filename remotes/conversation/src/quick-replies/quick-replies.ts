import { calls, type Api } from '@inbox/api';
import type { QuickReply, QuickReplyId } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';
import { createCached } from '../storage/cached';

const STORED = 'copy.quick-replies';
/** Milliseconds; a change that is not notified, as in a page without a live connection, is there within them. */
const BELIEVED = 30_000;

/** The merchant's quick replies, for the slash menu. */
export interface QuickReplies {
  /** From the browser's storage while the server cannot be reached (spec section 5). */
  load(): Promise<readonly QuickReply[]>;
  /** They have changed. */
  clear(): void;
  /** Counts that one was put into a reply; only the order of lists depends on it. */
  used(id: QuickReplyId): void;
}

export function createQuickReplies(
  api: Pick<Api, 'quickReplies' | 'countQuickReplyUse'>,
  storage: Pick<PanelStorage, 'read' | 'write'>,
): QuickReplies {
  const cached = createCached(async (_: null): Promise<readonly QuickReply[]> => {
    const replies = await api.quickReplies({});
    storage.write(STORED, replies);
    return replies;
  }, BELIEVED);
  return {
    load: () =>
      cached(null).catch((error: unknown) => {
        const stored = storage.read(STORED, calls.quickReplies.answer);
        if (stored === null) throw error;
        return stored;
      }),
    clear: cached.clear,
    used: (id) => void api.countQuickReplyUse({ params: { id } }).catch(() => undefined),
  };
}
