import { usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

interface Tags {
  known: readonly string[];
  failed: boolean;
}

/** The tags that the merchant's tickets have, asked for when the filters open. */
export function useTags(): Tags {
  const { api } = usePanel();
  const [tags, setTags] = useState<Tags>({ known: [], failed: false });
  useEffect(() => {
    const gone = new AbortController();
    api.ticketTags({}, { signal: gone.signal }).then(
      (answer) => setTags({ known: answer.map(({ tag }) => tag), failed: false }),
      () => {
        if (!gone.signal.aborted) setTags({ known: [], failed: true });
      },
    );
    return () => gone.abort();
  }, [api]);
  return tags;
}
