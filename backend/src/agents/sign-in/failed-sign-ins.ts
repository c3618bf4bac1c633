import type { AgentId, MerchantId } from '@inbox/domain';
import { appendAudit } from '../../audit/audit-queries';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';

/** Milliseconds in which the failures of one account are counted together. */
const HOUR_MS = 3_600_000;
/** Failures of an account in an hour that have a record each; after them the 20th, 40th, 80th and so on. */
const EACH = 10;

/** Why somebody whom the identity provider knows is not let in. */
export type NotAdmitted = 'no-agent' | 'unverified' | 'no-group' | 'other-identity';

/** What was wrong: never what was typed. At the identity provider, why somebody whom it knows was not let in. */
export type WrongSignIn = 'password' | 'code' | 'passkey' | NotAdmitted;

/** Whose sign-in failed; null of somebody whom the merchant's identity provider knows, and who is no agent. */
interface FailedSignIn {
  merchant_id: MerchantId;
  id: AgentId | null;
}

/**
 * Records sign-ins that failed in the audit, by account and address, so that a guesser cannot fill the disk: an hour of
 * guesses at one account is ten records and the logarithm of the rest. Names that no agent has are not recorded: they
 * are no shop's, and now and then what is typed there is a password.
 */
export class FailedSignIns {
  private readonly hours = new Map<string, { began: number; count: number }>();

  /** @param report is told of a record that could not be written */
  constructor(
    private readonly deps: Pick<WorkContext, 'db' | 'now'>,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Nobody waits for the record: how long an answer takes must not tell which accounts there are. */
  note({ merchant_id, id }: FailedSignIn, wrong: WrongSignIn): void {
    const about = id === null ? 'identity_provider' : `agent:${id}`;
    const tries = this.count(`${merchant_id} ${about}`);
    if (tries > EACH && !Number.isInteger(Math.log2(tries / EACH))) return;
    inTransaction(this.deps.db, async (tx) => {
      await setOrigin(tx, null);
      const detail = { ids: { wrong, tries } };
      await appendAudit(tx, { chain: merchant_id, what: 'sign_in.failed', about, detail });
    }).catch(this.report);
  }

  private count(key: string): number {
    const time = this.deps.now().getTime();
    for (const [each, { began }] of this.hours) if (time - began >= HOUR_MS) this.hours.delete(each);
    const hour = this.hours.get(key) ?? { began: time, count: 0 };
    hour.count += 1;
    this.hours.set(key, hour);
    return hour.count;
  }
}
