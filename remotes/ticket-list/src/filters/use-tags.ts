import { usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

interface Tags {
  known: readonly string[];
  failed: boolean;
}

/** Milliseconds between attempts after a failure. */
export const TAGS_AGAIN_MS = 4_000;

/** The tags that the merchant's tickets have, asked for when the filters open until they are answered. */
export function useTags(): Tags {
  const { api } = usePanel();
  const [tags, setTags] = useState<Tags>({ known: [], failed: false });
  useEffect(() => {
    const gone = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      api.ticketTags({}, { signal: gone.signal }).then(
        (answer) => setTags({ known: answer.map(({ tag }) => tag), failed: false }),
        () => {
          if (gone.signal.aborted) return;
          setTags({ known: [], failed: true });
          again = setTimeout(() => void load(), TAGS_AGAIN_MS);
        },
      );
    void load();
    return () => {
      clearTimeout(again);
      gone.abort();
    };
  }, [api]);
  return tags;
}
