import type { QuickReply, QuickReplyId } from '@inbox/domain';
import { useEvent, useLineBack, usePanel, usePanelStorage } from '@inbox/panel';
import { useQuery, useQueryClient, useRefetch } from '@inbox/panel/query';
import { useEffect, useMemo, useRef } from 'react';
import { createStoredCopy } from './stored-copy';

const KEY = ['quick-replies'];

export type QuickRepliesState =
  | { state: 'loading' }
  | { state: 'failed'; retry(): void }
  /** `stale`: the server cannot be reached; these are the ones stored in the browser. */
  | { state: 'here'; replies: readonly QuickReply[]; stale: boolean; retry(): void };

export interface QuickReplyList {
  found: QuickRepliesState;
  /** Shows what the server has stored, before the list is loaded anew. */
  put(reply: QuickReply): void;
  remove(id: QuickReplyId): void;
  reload(): void;
}

/**
 * The merchant's quick replies. They are stored in the browser too (spec section 5), and show from there at once. What
 * another agent changes is loaded when the server says so, what another tab has loaded is read from the storage.
 */
export function useQuickReplies(): QuickReplyList {
  const { api } = usePanel();
  const storage = usePanelStorage();
  const copy = useMemo(() => createStoredCopy(storage), [storage]);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const replies = await api.quickReplies({}, { signal });
      copy.put(replies);
      return replies;
    },
  });
  const stored = useMemo(() => copy.read(), [copy]);
  // After the paint of what is stored.
  useEffect(() => copy.writeLater(), [copy, query.dataUpdatedAt]);
  useEffect(() => {
    window.addEventListener('pagehide', copy.writeNow);
    return () => {
      window.removeEventListener('pagehide', copy.writeNow);
      copy.writeNow();
    };
  }, [copy]);
  const reload = useRefetch(KEY);
  useEvent('refresh.requested', reload);
  useEvent('live.quick_replies.changed', reload);
  useEvent('live.resync', reload);
  // Signals that came while the connection was down are lost. The first load has begun when the list is first shown.
  const isFirst = useRef(true);
  useLineBack(() => {
    if (!isFirst.current) reload();
  });
  useEffect(() => {
    isFirst.current = false;
  }, []);
  useEffect(
    () =>
      copy.onChange(() => {
        const replies = copy.read();
        if (replies) client.setQueryData(KEY, replies);
      }),
    [client, copy],
  );

  const change = (work: (replies: readonly QuickReply[]) => QuickReply[]) => {
    const replies = work(client.getQueryData<QuickReply[]>(KEY) ?? stored ?? []);
    copy.put(replies);
    client.setQueryData(KEY, replies);
    reload();
  };

  const failed = query.isError && !query.isFetching;
  const replies = query.data ?? stored;
  return {
    found: replies
      ? { state: 'here', replies, stale: failed, retry: reload }
      : failed
        ? { state: 'failed', retry: reload }
        : { state: 'loading' },
    put: (reply) =>
      change((all) =>
        all.some(({ id }) => id === reply.id)
          ? all.map((other) => (other.id === reply.id ? reply : other))
          : [...all, reply],
      ),
    remove: (id) => change((all) => all.filter((other) => other.id !== id)),
    reload,
  };
}
