import { calls } from '@inbox/api';
import type { QuickReply } from '@inbox/domain';
import { useEvent, useLineBack, usePanel, usePanelStorage } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';
import { useMemo } from 'react';

const KEPT = 'replies';

export type QuickRepliesState =
  | { state: 'loading' }
  | { state: 'failed'; retry(): void }
  /** `stale`: the server could not be asked; these are the ones kept in the browser. */
  | { state: 'here'; replies: QuickReply[]; stale: boolean; retry(): void };

/** The merchant's quick replies. They are kept in the browser too (spec section 5), and show from there at once. */
export function useQuickReplies(): QuickRepliesState {
  const { api } = usePanel();
  const storage = usePanelStorage();
  const query = useQuery({
    queryKey: ['quick-replies'],
    queryFn: async ({ signal }) => {
      const replies = await api.quickReplies({}, { signal });
      storage.write(KEPT, replies);
      return replies;
    },
  });
  const kept = useMemo(() => storage.read(KEPT, calls.quickReplies.answer), [storage]);
  const retry = () => void query.refetch();
  useEvent('refresh.requested', retry);
  useLineBack(() => {
    if (query.isError) retry();
  });

  const failed = query.isError && !query.isFetching;
  const replies = query.data ?? kept;
  if (replies) return { state: 'here', replies, stale: failed, retry };
  return failed ? { state: 'failed', retry } : { state: 'loading' };
}
