import type { CommentDraft, ContentId } from '@inbox/domain';
import type { CommentDraftStore } from './comment-drafts';
import type { OpenTabs } from '../storage/open-tabs';
import type { Records } from '../storage/records';

/** The comment of a record. A record's key names the comment and the tab. */
export const commentOf = (key: string): string => key.split('.')[0] ?? key;

/** The browser's store of answers to comments: it shows those of this tab and of closed tabs. */
export function createCommentStore(
  records: Records,
  tab: string,
  { isOpen }: Pick<OpenTabs, 'isOpen'>,
): CommentDraftStore {
  const left = new Set<string>();
  const ownKey = (comment: ContentId) => `${comment}.${tab}`;
  const leftFor = (comment: ContentId) => [...left].filter((key) => commentOf(key) === `${comment}`);

  return {
    load(comment): CommentDraft | null {
      const drafts = records.of('comment-drafts');
      const [newest] = leftFor(comment).toReversed();
      return drafts.get(ownKey(comment)) ?? (newest === undefined ? undefined : drafts.get(newest)) ?? null;
    },
    save(comment, draft) {
      const work = records.change(['comment-drafts'], (tx) => {
        for (const key of leftFor(comment)) tx.remove('comment-drafts', key);
        if (draft === null) tx.remove('comment-drafts', ownKey(comment));
        else tx.put('comment-drafts', ownKey(comment), draft);
      });
      // `records` tells that the browser refuses to store; the words stay in this page.
      work.then(() => leftFor(comment).forEach((key) => left.delete(key))).catch(() => undefined);
    },
    onChange: (listener) =>
      records.onChange('comment-drafts', (keys, isElsewhere) => {
        if (!isElsewhere) return;
        for (const key of keys) {
          if (records.isLoaded.get() || isOpen(key.slice(commentOf(key).length + 1))) left.delete(key);
          else left.add(key);
        }
        listener();
      }),
  };
}
