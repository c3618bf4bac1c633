import { useEvent, usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

/**
 * The merchant's tags, had when `wanted` first (a call that the client keeps for 15 minutes) and followed live from then
 * on; null while they are not known.
 */
export function usePopularTags(wanted: boolean): readonly string[] | null {
  const { api, report } = usePanel();
  const [tags, setTags] = useState<readonly string[] | null>(null);
  const asks = wanted && tags === null;

  useEffect(() => {
    if (!asks) return;
    const ended = new AbortController();
    api.ticketTags({}, { signal: ended.signal }).then(
      (answer) => setTags((told) => told ?? answer.map(({ tag }) => tag)),
      (error: unknown) => {
        if (ended.signal.aborted) return;
        report({ level: 'warning', message: 'The popular tags could not be loaded', detail: String(error) });
      },
    );
    return () => ended.abort();
  }, [api, report, asks]);
  useEvent('live.tickets.popular_tags', (told) => setTags(told.tags));

  return tags;
}
