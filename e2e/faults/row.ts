import { expect, test } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { watchAnswers, withFault, type Answers, type Fault } from './fault';

/** One call, and what an agent sees of it when it fails. */
export interface Row {
  /** As shared/api names it. */
  call: string;
  path: RegExp;
  /** The page makes the call twice more by itself before it says what it met, as it does with what only reads. */
  retried?: true;
  /** Has the page make the call. */
  ask(): Promise<void>;
  /** What must be seen, and what must be kept. */
  seen(): Promise<void>;
  /** The next try, by the offered button or by itself, and that it works. */
  again(answers: Answers): Promise<void>;
}

/** Toasts of one row are not taken for those of the next, and cover nothing that is clicked. All go at once: one that goes by itself cannot be clicked. */
export async function clearToasts({ page }: InboxScreen): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  await dismiss.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await expect(dismiss).toHaveCount(0);
}

/**
 * Goes through the rows on one page, each under this fault.
 * @returns what fell short, by call: a row that fails says nothing of the others
 */
export async function meetFaults(screen: InboxScreen, fault: Fault, rows: readonly Row[]): Promise<string[]> {
  const short: string[] = [];
  for (const { call, path, retried = false, ask, seen, again } of rows) {
    await test.step(`${call} × ${fault}`, async () => {
      // Panels reload when the connection returns, so it must not return in the middle of a row.
      await screen.isLive();
      const answers = watchAnswers(screen.page, path);
      try {
        await withFault(screen.page, { path, fault, retried }, async (met) => {
          await ask();
          await met.told();
          await seen();
        });
        await again(answers);
        await clearToasts(screen);
      } catch (error) {
        short.push(`${call}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        answers.stop();
      }
    });
  }
  return short;
}
