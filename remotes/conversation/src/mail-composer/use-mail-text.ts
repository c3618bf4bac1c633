import type { TicketId } from '@inbox/domain';
import { fromHtml, isBlank, toHtml, type RichText, type RichTextHandle } from '@inbox/ui/rich-text';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Drafts } from '../drafts/drafts';

/** Milliseconds: a text with pictures is megabytes, and is not stored at each key. */
const PICTURES_MS = 300;

/** As a draft holds it. */
export const htmlOf = (text: RichText): string => (isBlank(text) ? '' : toHtml(text));

export interface MailText {
  /** What stands in the editor at first. */
  initial: RichText;
  onChange(text: RichText): void;
  /** Stores what is not stored yet. */
  flush(): void;
}

/**
 * The editor's text and the ticket's draft: each follows the other. What is typed goes to the ticket that it was typed
 * for, also when the drawer goes before it is stored.
 */
export function useMailText(
  drafts: Drafts,
  ticketId: TicketId,
  text: string,
  editor: RefObject<RichTextHandle | null>,
): MailText {
  const written = useRef(text);
  const waiting = useRef<{ text: RichText; timer: ReturnType<typeof setTimeout> } | null>(null);
  const [initial] = useState(() => fromHtml(text));

  const [flush] = useState(() => () => {
    const last = waiting.current;
    if (last === null) return;
    clearTimeout(last.timer);
    waiting.current = null;
    const html = htmlOf(last.text);
    if (html === written.current) return;
    written.current = html;
    drafts.edit(ticketId, { text: html });
  });

  // It did not come from this editor: taken back, written in another tab, or with another signature.
  useLayoutEffect(() => {
    if (text === written.current || waiting.current !== null) return;
    written.current = text;
    editor.current?.replace(fromHtml(text));
  }, [editor, text]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return {
    initial,
    onChange(changed) {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { text: changed, timer: setTimeout(flush, PICTURES_MS) };
      if (!changed.some(({ kind }) => kind === 'image')) flush();
    },
    flush,
  };
}
