import { calls } from '@inbox/api';
import type { QuickReply } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';
import { whenIdle } from '@inbox/panel/when-idle';

const STORED = 'copy.replies';

/** Characters of messages and shortcuts in the copy: the browser gives all panels together some five million. */
export const MOST_STORED = 1_500_000;

/** The quick replies in the browser (spec section 5). Writing thousands takes long, so it waits for an idle moment. */
export interface StoredCopy {
  read(): QuickReply[] | null;
  /** What the next write stores. */
  put(replies: readonly QuickReply[]): void;
  /** Writes when the page has nothing else to do. */
  writeLater(): void;
  writeNow(): void;
  /** Calls back when another tab has written. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}

export function createStoredCopy(storage: Pick<PanelStorage, 'read' | 'write' | 'onChange'>): StoredCopy {
  let waiting: readonly QuickReply[] | null = null;
  let cancel = () => {};

  const writeNow = () => {
    cancel();
    if (waiting !== null) storage.write(STORED, mostUsedWithin(waiting, MOST_STORED));
    waiting = null;
  };
  return {
    read: () => storage.read(STORED, calls.quickReplies.answer),
    put(replies) {
      waiting = replies;
    },
    writeLater() {
      cancel();
      if (waiting !== null) cancel = whenIdle(writeNow);
    },
    writeNow,
    onChange: (listener) => storage.onChange(STORED, listener),
  };
}

/** Those that are used most, as many as fit, in the order that they have. @param most characters */
export function mostUsedWithin(replies: readonly QuickReply[], most: number): readonly QuickReply[] {
  const lengthOf = ({ shortcut, message }: QuickReply) => shortcut.length + message.length;
  let left = most - replies.reduce((sum, reply) => sum + lengthOf(reply), 0);
  if (left >= 0) return replies;
  left = most;
  const kept = new Set<QuickReply>();
  for (const reply of replies.toSorted((one, other) => other.uses - one.uses)) {
    left -= lengthOf(reply);
    if (left < 0) break;
    kept.add(reply);
  }
  return replies.filter((reply) => kept.has(reply));
}
