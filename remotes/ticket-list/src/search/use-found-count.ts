import type { FoundCount } from '@inbox/api';
import type { ListFilters } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

/** Milliseconds between attempts after a failure. */
const COUNT_AGAIN_MS = 4_000;

/**
 * How many conversations the search of these filters finds, also of other agents; null while that is not known, and when
 * nothing is searched for.
 *
 * @param rows how many are listed, null until they are: the rows come first, and another number of them is counted anew
 */
export function useFoundCount(filters: ListFilters, rows: number | null): FoundCount | null {
  const { api } = usePanel();
  const [known, setKnown] = useState<{ of: ListFilters; found: FoundCount } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isSearch = filters.search !== null;
  useEffect(() => {
    if (!isSearch || rows === null) return;
    const left = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    api.foundCount({ body: { filters } }, { signal: left.signal }).then(
      (found) => left.signal.aborted || setKnown({ of: filters, found }),
      () => {
        if (left.signal.aborted) return;
        // It is said that others may have more, without a number, until it is counted.
        setKnown(null);
        again = setTimeout(() => setAttempt((count) => count + 1), COUNT_AGAIN_MS);
      },
    );
    return () => {
      clearTimeout(again);
      left.abort();
    };
  }, [api, filters, isSearch, rows, attempt]);
  return known?.of === filters ? known.found : null;
}
