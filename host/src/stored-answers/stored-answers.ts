import type { StoredAnswers } from '@inbox/panel/contract';
import { loadedOnce } from '@inbox/panel/loaded-once';
import { databaseOf } from '../first-call/early-request';

/** The page's stored answers, which a panel has without `forget`. */
export interface PageAnswers extends StoredAnswers {
  /** Removes all of them from this browser; this page reads and stores none from here on. */
  forget(): void;
}

interface StoredAnswersOptions {
  /** As `agentKey` has it. */
  agent: string;
  /** May this browser store them now? */
  isAllowed(): boolean;
  /** Resolves once the page has its first paint: what reads and writes them comes later than that. */
  firstPaint: Promise<unknown>;
}

/**
 * What the page's own script has begun to read is there from the start (`askFirst`); all else waits for the code that
 * reads and writes. Answers that were stored and may not be any more are removed.
 */
export function createStoredAnswers({ agent, isAllowed, firstPaint }: StoredAnswersOptions): PageAnswers {
  let early = globalThis.inbox_stored_answer;
  globalThis.inbox_stored_answer = undefined;
  let isOn = isAllowed();
  const open = loadedOnce(async () => {
    await firstPaint;
    const { openAnswerDb } = await import(/* webpackChunkName: "later" */ './answer-db');
    return openAnswerDb(agent, () => isOn && isAllowed());
  });

  function forget(): void {
    isOn = false;
    early = undefined;
    try {
      indexedDB.deleteDatabase(databaseOf(agent));
    } catch {
      // A browser without a database has stored nothing.
    }
  }
  if (!isOn) forget();

  return {
    async read(key) {
      if (early?.key === key) return early.answer;
      return isOn
        ? open().then(
            (db) => db.read(key),
            () => null,
          )
        : null;
    },
    find: async (...asked) =>
      isOn
        ? open().then(
            (db) => db.find(...asked),
            () => [],
          )
        : [],
    write(key, make) {
      if (isOn)
        open()
          .then((db) => db.write(key, make))
          .catch(() => undefined);
    },
    forget,
  };
}
