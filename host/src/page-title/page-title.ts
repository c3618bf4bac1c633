import type { Store } from '@inbox/panel/store';
import { messages } from '../messages';

const MOST = 99;

export const titleOf = (unread: number): string =>
  unread === 0 ? messages.product : `(${unread > MOST ? `${MOST}+` : unread}) ${messages.product}`;

/** Keeps the number of unread tickets in the page's title, which is seen from other tabs. Returns how to stop. */
export function showInTitle(unread: Store<number>): () => void {
  const show = () => void (document.title = titleOf(unread.get()));
  const stop = unread.subscribe(show);
  show();
  return () => {
    stop();
    document.title = titleOf(0);
  };
}
