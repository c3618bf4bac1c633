import { useEvent, usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

export interface PopularTags {
  /** Null while they are not known. */
  tags: readonly string[] | null;
  failed: boolean;
  retry(): void;
}

/**
 * The merchant's tags, had when `wanted` first (a call that the client keeps for 15 minutes) and followed live from then
 * on.
 */
export function usePopularTags(wanted: boolean): PopularTags {
  const { api, report } = usePanel();
  const [tags, setTags] = useState<readonly string[] | null>(null);
  const [failed, setFailed] = useState(false);
  const asks = wanted && tags === null && !failed;

  useEffect(() => {
    if (!asks) return;
    const ended = new AbortController();
    api.ticketTags({}, { signal: ended.signal }).then(
      (answer) => setTags((popular) => popular ?? answer.map(({ tag }) => tag)),
      (error: unknown) => {
        if (ended.signal.aborted) return;
        setFailed(true);
        report({ level: 'warning', message: 'The popular tags could not be loaded', detail: String(error) });
      },
    );
    return () => ended.abort();
  }, [api, report, asks]);
  useEvent('live.tickets.popular_tags', (popular) => setTags(popular.tags));

  return { tags, failed: failed && tags === null, retry: () => setFailed(false) };
}
