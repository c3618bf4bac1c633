import type { MerchantId } from '@inbox/domain';
import { findAgentByEmail, findProfile } from '../../agents/agent-queries';
import type { SystemMail } from '../../channels/email/send/system-mail';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { startWhenDue, type DueWorker } from '../../platform/scheduling/when-due';
import { withoutSecrets } from '../../platform/outbox/answer';
import { backOffMs } from '../../platform/outbox/back-off';
import { passwordResetMessages as texts } from './messages';
import { CHOOSE_PATH } from './pages';
import { deleteLink, insertLink, LINK_MS, type LinkToken } from '../../agents/password-reset/password-links';
import {
  claimPasswordMail,
  deletePasswordMail,
  nextPasswordMail,
  putOffPasswordMail,
  type PasswordMail,
} from '../../agents/password-reset/password-mails';

export interface PasswordMailDeps {
  context: Pick<WorkContext, 'db' | 'now'>;
  mail: SystemMail;
  /** Where browsers reach the inbox. A request's own word for it could lead to somebody else's page. */
  url: string;
  /** The merchant whose agents sign in at the identity provider alone. */
  withoutPasswords: MerchantId | undefined;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
  report(error: unknown): void;
}

type AddressedMail = Parameters<SystemMail>[0] & {
  /** Of the link in it. */
  token?: LinkToken;
};

/** Milliseconds in which a mail must have left: later, nobody waits for it. */
const GIVEN_UP_MS = LINK_MS;
/** Milliseconds between two looks for what another node was asked. */
const LOOK_EVERY_MS = 15_000;

/**
 * Sends mails about passwords to who of those addresses is an agent, until stopped. It works by itself, so that how long an
 * answer takes says nothing of the address.
 */
export function startPasswordMails({
  context: { db, now },
  mail,
  url,
  withoutPasswords,
  log,
  report,
}: PasswordMailDeps): DueWorker {
  async function work(): Promise<boolean> {
    const claim = await claimPasswordMail(db, now());
    if (claim === undefined) return false;
    await send(claim);
    return true;
  }

  async function send(claim: PasswordMail): Promise<void> {
    if (now().getTime() - claim.asked_at.getTime() > GIVEN_UP_MS) {
      log('A mail about a password could not be sent for half an hour, and is given up.');
      return deletePasswordMail(db, claim);
    }
    const found = await addressedMailOf(claim);
    if (found === undefined) return deletePasswordMail(db, claim);
    const { token, ...letter } = found;
    const answer = await mail(letter);
    if (answer.kind === 'sent' || answer.kind === 'unknown') return deletePasswordMail(db, claim);
    log(`A mail about a password could not be sent: ${withoutSecrets(answer.reason, [claim.email])}`);
    // What nobody was sent does not count as a link of the agent.
    if (token !== undefined) await deleteLink(db, token);
    if (answer.kind === 'refused') return deletePasswordMail(db, claim);
    await putOffPasswordMail(db, claim, new Date(now().getTime() + backOffMs(claim.attempts)));
  }

  async function addressedMailOf({ email, kind }: PasswordMail): Promise<AddressedMail | undefined> {
    const agent = await findAgentByEmail(db, email);
    if (agent === undefined || agent.merchant_id === withoutPasswords) return undefined;
    const profile = await findProfile(db, agent.merchant_id, agent.id);
    if (profile === undefined) return undefined;
    const to = { email, name: profile.full_name };
    const who = { name: profile.first_name, merchant: profile.merchant_name };
    if (kind === 'changed') return { to, ...texts.changedMail(who) };
    const token = await insertLink(db, { merchant_id: agent.merchant_id, agent_id: agent.id }, now());
    if (token === undefined) return undefined;
    const link = `${url}${CHOOSE_PATH}?${new URLSearchParams({ token }).toString()}`;
    return { to, token, ...texts.linkMail({ ...who, link }) };
  }

  return startWhenDue({
    now,
    work,
    next: (after) => nextPasswordMail(db, after),
    lookEveryMs: LOOK_EVERY_MS,
    afterFailureMs: LOOK_EVERY_MS,
    report,
  });
}
