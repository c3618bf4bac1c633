import type { WorkContext } from '../platform/db/unit-of-work';
import { renewPresence } from '../tickets/presence/presence';
import type { Hub } from './hub';

/**
 * Says again and again which tickets this node's pages show, as a page's word counts only as long as its node lives.
 * @returns what stops it, when the last word is said
 */
export function startPresence(
  hub: Hub,
  context: WorkContext,
  everyMs: number,
  report: (error: unknown) => void,
): () => Promise<void> {
  let saying = Promise.resolve();
  const timer = setInterval(() => {
    const pageIds = [...hub.sockets()].flatMap(({ shows, pageId }) => (shows === null ? [] : [pageId]));
    saying = saying.then(() => renewPresence(context, pageIds)).catch(report);
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return saying;
  };
}
