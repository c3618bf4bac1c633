import type { ConversationId, FoundItem } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';
import { useGoTo } from './go-to';

/** Milliseconds after the last key. */
const PAUSE = 250;

export interface Finding {
  text: string;
  setText(text: string): void;
  state: 'idle' | 'searching' | 'done' | 'failed';
  /** Newest first. */
  found: readonly FoundItem[];
  more: boolean;
  /** Which of them is shown. */
  at: number;
  /** Searches again after a failure. */
  retry(): void;
  /** Goes on to an older one (1) or back to a newer one (-1), around at the ends. */
  step(by: 1 | -1): void;
}

interface Answer {
  text: string;
  found: readonly FoundItem[];
  more: boolean;
}

/** A search in the whole conversation; the thread goes to the newest place, and from one to the next. */
export function useFind(conversationId: ConversationId): Finding {
  const { api } = usePanel();
  const goTo = useGoTo();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const asked = text.trim();

  useEffect(() => {
    if (asked === '') return;
    const ended = new AbortController();
    const input = { params: { conversation_id: conversationId }, query: { q: asked } };
    const ask = () =>
      api.findInConversation(input, { signal: ended.signal }).then(
        ({ found, more }) => {
          setAnswer({ text: asked, found, more });
          setFailed(null);
          setAt(0);
          if (found[0]) goTo(found[0].id);
        },
        () => {
          if (!ended.signal.aborted) setFailed(asked);
        },
      );
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [api, goTo, conversationId, asked, attempt]);

  const current = asked !== '' && answer?.text === asked ? answer : null;
  const found = current?.found ?? [];
  const state = asked === '' ? 'idle' : current ? 'done' : failed === asked ? 'failed' : 'searching';
  return {
    text,
    setText,
    state,
    found,
    more: current?.more ?? false,
    at,
    retry() {
      setFailed(null);
      setAttempt((count) => count + 1);
    },
    step(by) {
      if (found.length === 0) return;
      const next = (at + by + found.length) % found.length;
      setAt(next);
      const item = found[next];
      if (item) goTo(item.id);
    },
  };
}
