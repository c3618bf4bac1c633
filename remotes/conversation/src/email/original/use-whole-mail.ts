import type { EmailMessage } from '@inbox/domain';
import { useEffect, useState } from 'react';
import { useMediaStore } from '../../media/use-media';

export interface WholeMail {
  /** `short`: all of the mail is there already. */
  state: 'short' | 'idle' | 'loading' | 'failed' | 'loaded';
  /** All of its HTML, or its text when it has none, once it is loaded. */
  content: string | null;
  /** Asks for it, once more after it failed. */
  load(): void;
}

/** All of a long mail, of which the thread has the beginning. */
export function useWholeMail({ whole }: Pick<EmailMessage, 'whole'>): WholeMail {
  const media = useMediaStore();
  const [asked, setAsked] = useState(0);
  const [content, setContent] = useState<string | null>(null);
  const [failed, setFailed] = useState(0);
  const url = whole?.url;
  useEffect(() => {
    if (asked === 0 || url === undefined) return;
    const ended = new AbortController();
    media
      .read(url, ended.signal)
      .then((file) => file.text())
      .then(
        (text) => {
          if (!ended.signal.aborted) setContent(text);
        },
        () => {
          if (!ended.signal.aborted) setFailed(asked);
        },
      );
    return () => ended.abort();
  }, [media, asked, url]);

  const load = () => setAsked((before) => before + 1);
  if (url === undefined) return { state: 'short', content: null, load };
  if (content !== null) return { state: 'loaded', content, load };
  return { state: asked === 0 ? 'idle' : failed === asked ? 'failed' : 'loading', content, load };
}
