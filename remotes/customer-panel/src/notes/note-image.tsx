import { usePanel } from '@inbox/panel';
import { Skeleton, styled } from '@inbox/ui';
import { useEffect, useState } from 'react';
import { messages } from './messages';

const Picture = styled.img`
  display: inline-block;
  max-inline-size: 100%;
  block-size: auto;
  border-radius: 4px;
`;

interface NoteImageProps {
  /** A path of the inbox backend. */
  src: string;
  alt: string;
  /** Per cent; null for the picture's own width. */
  width: number | null;
}

/** A picture that only the server gives, and only to agents of the shop. */
export function NoteImage({ src, alt, width }: NoteImageProps) {
  const { api } = usePanel();
  const [shown, setShown] = useState<{ of: string; url: string | null }>({ of: '', url: null });
  useEffect(() => {
    const gone = new AbortController();
    let made: string | null = null;
    api.file(src, { signal: gone.signal }).then(
      (blob) => {
        if (gone.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setShown({ of: src, url: made });
      },
      () => {
        if (!gone.signal.aborted) setShown({ of: src, url: null });
      },
    );
    return () => {
      gone.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [api, src]);
  if (shown.of !== src) return <Skeleton height={96} />;
  if (shown.url === null) return <span>{alt === '' ? messages.noImage : `${alt}: ${messages.noImage}`}</span>;
  return <Picture src={shown.url} alt={alt} style={width === null ? undefined : { inlineSize: `${width}%` }} />;
}
