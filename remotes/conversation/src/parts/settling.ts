import type { ContentItem } from '@inbox/domain';
import { createContext, useCallback, useEffect, useRef, useState } from 'react';
import { hasHeight } from './frame-heights';
import { usePanelWidth } from './panel-width';
import { OPENS_WITH } from '../model/newest-rows';

/**
 * Milliseconds that a thread waits for its mails, of which only a machine without a free moment takes so many: mails bound
 * by themselves how long they wait for what comes over the net.
 */
const AT_MOST = 10_000;

/** Called by a mail that has no height yet; what it returns is called once it has its last one, or is gone. */
export type Hold = () => () => void;

/** Without a thread around it nobody waits for a mail. */
export const SettlingContext = createContext<Hold>(() => () => undefined);

const isUnmeasured = (item: ContentItem, width: number): boolean =>
  item.content_type === 'email' && item.html !== null && !item.deleted && !item.problem && !hasHeight(item.id, width);

/**
 * Whether the mails that a thread opens with still have no height. Until they have one nothing of the thread is shown:
 * what is clicked at would move.
 *
 * @param items those of the thread as it opens
 * @param isReplyShown below them: when it shows with what was written before, they stand where they will stay
 */
export function useSettling(items: readonly ContentItem[], isReplyShown: boolean): { isSettling: boolean; hold: Hold } {
  const width = usePanelWidth();
  const [waits] = useState(() => items.slice(-OPENS_WITH).some((item) => isUnmeasured(item, width)));
  const [isSettling, setSettling] = useState(waits);
  const held = useRef(0);
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettling(false), AT_MOST);
    return () => clearTimeout(timer);
  }, [isSettling]);
  const hold = useCallback(() => {
    held.current += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held.current -= 1;
      if (held.current === 0) setSettling(false);
    };
  }, []);
  return { isSettling: isSettling || (waits && !isReplyShown), hold };
}
