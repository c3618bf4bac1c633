import type { ContentItem } from '@inbox/domain';
import { createContext, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { hasHeight } from './heights';
import { usePanelWidth } from '../../ui/panel-width';
import { newestThatFill } from './newest-rows';

/**
 * Milliseconds that a thread waits for its mails, of which only a machine without a free moment takes so many: mails bound
 * by themselves how long they wait for what comes over the net.
 */
const AT_MOST = 10_000;

/** Called by a mail that has no height yet; what it returns is called once it has its last one, or is gone. */
export type Hold = (mail: Element) => () => void;

/** Without a thread around it nobody waits for a mail. */
export const SettlingContext = createContext<Hold>(() => () => undefined);

const isLog = ({ content_type }: ContentItem): boolean => content_type === 'log';
const isUnmeasured = (item: ContentItem, width: number): boolean =>
  item.content_type === 'email' && item.html !== null && !item.deleted && !item.problem && !hasHeight(item.id, width);

/** Is it above all that is seen once the thread stands at its end? Then what is seen does not move when it grows. */
function isAboveView(mail: Element, scroller: HTMLElement): boolean {
  const { bottom, height } = mail.getBoundingClientRect();
  const foot = bottom - scroller.getBoundingClientRect().top + scroller.scrollTop;
  return height > 0 && foot <= scroller.scrollHeight - scroller.clientHeight;
}

/**
 * Whether mails that are seen as a thread opens, at its newest, still have no height. Until they have one nothing of the
 * thread is shown: what is clicked at would move. Mails above them settle when the thread is already read.
 *
 * @param items those of the thread as it opens
 * @param isReplyShown below them: when it shows with what was written before, they stand where they will stay
 * @param scroller holds the messages
 */
export function useSettling(
  items: readonly ContentItem[],
  isReplyShown: boolean,
  scroller: RefObject<HTMLElement | null>,
): { isSettling: boolean; hold: Hold } {
  const width = usePanelWidth();
  const [waits] = useState(() =>
    newestThatFill(items, isLog, window.innerHeight).some((item) => isUnmeasured(item, width)),
  );
  const [isSettling, setSettling] = useState(waits);
  /** Null once the thread is shown, which is not drawn again for mails that settle later. */
  const held = useRef<Set<Element> | null>(waits ? new Set() : null);
  // Counted as state: the height that a mail tells of is in the page once this is rendered, too.
  const [released, setReleased] = useState(0);
  useEffect(() => {
    if (!isSettling) {
      held.current = null;
      return;
    }
    const timer = setTimeout(() => setSettling(false), AT_MOST);
    return () => clearTimeout(timer);
  }, [isSettling]);
  // After the effects of the mails, by which each tells that it is waited for.
  useEffect(() => {
    const place = scroller.current;
    if (!held.current || !place) return;
    if ([...held.current].every((mail) => isAboveView(mail, place))) setSettling(false);
  }, [released, scroller]);
  const hold = useCallback((mail: Element) => {
    held.current?.add(mail);
    return () => {
      if (held.current?.delete(mail)) setReleased((count) => count + 1);
    };
  }, []);
  return { isSettling: isSettling || (waits && !isReplyShown), hold };
}
