import type { WorkContext } from '../../platform/db/unit-of-work';
import { FailedSignIns } from './failed-sign-ins';
import { SignInThrottle } from './sign-in-throttle';

/** A password costs 32 MB while it is checked: no more of them at once than a small machine bears. */
const MOST_AT_ONCE = 8;

/**
 * What is between a guesser and the passwords and codes of agents, on every way that takes one: waits that grow, a record
 * of failures, and so many passwords checked at once. A backend has one, so that no way is a second try.
 */
export class SignInGuard {
  readonly throttle: SignInThrottle;
  readonly failed: FailedSignIns;
  private underWay = 0;

  /** @param report is told of a failure that could not be recorded */
  constructor(context: Pick<WorkContext, 'db' | 'now'>, report: (error: unknown) => void) {
    this.throttle = new SignInThrottle(context.now);
    this.failed = new FailedSignIns(context, report);
  }

  /** Whether as many passwords are being checked as the machine bears. */
  get isBusy(): boolean {
    return this.underWay >= MOST_AT_ONCE;
  }

  /** Counts the check of a password while it lasts. */
  async checking<T>(check: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await check();
    } finally {
      this.underWay -= 1;
    }
  }
}
