import { agentName, type AccountId, type CallRefusal, type TicketId } from '@inbox/domain';
import { lastTenDigits, mayCall, PHONE_DIGITS } from '@inbox/domain/conversation';
import { listCallAccounts } from '../accounts/accounts';
import type { CallId } from './tables';
import { insertCall, isConnecting, lockCall, phonesOf, updateCall } from './call-queries';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readNumber } from '../phone-numbers/read-number';
import { insertLogs } from '../tickets/lifecycle/ticket-changes';
import { ruledTicket } from '../tickets/lifecycle/ticket-rows';
import { change, type WorkContext } from '../platform/db/unit-of-work';
import { WorkError } from '../platform/errors/errors';
import { messages } from '../platform/errors/messages';
import { lockTicket } from '../tickets/lifecycle/one-ticket';
import type { SignedIn } from '../agents/sessions/session';

/** The way to the provider that connects calls. */
export interface Telephony {
  /** Asks the account's provider to connect the agent with the customer. Never fails but by its answer. */
  connect(
    account: CallOf,
    phones: { agent: string; customer: string; callId: CallId },
  ): Promise<
    | { kind: 'taken'; externalId: string }
    /** In the provider's words, when it has any. */
    | { kind: 'refused'; reason: string | null }
    /** The connection broke while the provider was asked. */
    | { kind: 'unknown'; reason: string }
  >;
}

type CallOf = Pick<SignedIn, 'merchantId'> & { accountId: AccountId };

/** Milliseconds in which a second call of the same agent on the same ticket is taken for the same one. */
const CONNECTING_MS = 20_000;

const refusals: Record<CallRefusal, { status: 403 | 409; message: string }> = {
  not_phone: { status: 409, message: messages.callNotPhone },
  closed: { status: 409, message: messages.callClosed },
  not_owner: { status: 403, message: messages.notOwner },
};

/**
 * Calls the customer of a phone ticket: the agent's own phone rings first. How it goes on is reported by the provider.
 * @returns what the agent is told
 * @throws WorkError when it may not be placed, or in the provider's words when it was not
 */
export async function callCustomer(
  context: WorkContext,
  telephony: Telephony,
  who: SignedIn,
  { ticketId, accountId }: { ticketId: TicketId; accountId: AccountId },
): Promise<string> {
  const { merchantId, agent } = who;
  const order = await begin(context, who, { ticketId, accountId });
  const answer = await telephony.connect({ merchantId, accountId }, order);
  await change(context, { merchantId, by: agent.id }, async ({ tx, publish, now }) => {
    const call = await lockCall(tx, { merchantId, accountId }, { id: order.callId });
    if (call === undefined) return;
    // A report of the call may have been faster than the answer.
    if (answer.kind === 'taken') {
      const state = call.state === 'connecting' ? 'ringing' : call.state;
      await updateCall(tx, call, { external_id: answer.externalId, state });
    } else if (call.state === 'connecting') {
      await updateCall(tx, call, { state: answer.kind === 'refused' ? 'failed' : 'unknown' });
    }
    if (answer.kind !== 'taken') return;
    const log = { event: 'call', comment: messages.logCall(agentName(agent)), agentId: agent.id, at: now } as const;
    publish('tickets.ticket_content_v2', { items: await insertLogs(tx, merchantId, [ticketId], log) });
  });
  if (answer.kind === 'taken') return messages.callTaken(order.agent.slice(-4));
  const reason = answer.kind === 'refused' ? answer.reason : null;
  throw new WorkError(409, reason ?? messages.callFailed, 'call_failed');
}

/** The call as it is written down before the provider is asked. */
async function begin(
  context: WorkContext,
  { merchantId, agent }: SignedIn,
  { ticketId, accountId }: { ticketId: TicketId; accountId: AccountId },
): Promise<{ callId: CallId; agent: string; customer: string }> {
  return change(context, { merchantId, by: agent.id }, async (work) => {
    const { tx, now } = work;
    const verdict = mayCall(agent, ruledTicket(await lockTicket(work, ticketId)));
    if (!verdict.allowed) {
      const { status, message } = refusals[verdict.reason];
      throw new WorkError(status, message, verdict.reason);
    }
    const accounts = await listCallAccounts(tx, merchantId);
    if (!accounts.some(({ id }) => id === accountId)) {
      throw new WorkError(404, messages.noCallAccount, 'no_call_account');
    }
    const of = { merchantId, ticketId, agentId: agent.id };
    const phones = await phonesOf(tx, of);
    if (phones.agent === null) throw new WorkError(409, messages.callNoAgentPhone, 'no_agent_phone');
    const known = phones.customer ?? '';
    const number = readNumber(known, await readHomeCountry(tx, merchantId));
    if (number === null && lastTenDigits(known).length < PHONE_DIGITS) {
      throw new WorkError(409, messages.callNoCustomerPhone, 'no_customer_phone');
    }
    // The ticket is locked: of two presses at once the second sees the first's call.
    if (await isConnecting(tx, of, new Date(now.getTime() - CONNECTING_MS))) {
      throw new WorkError(409, messages.callRunning, 'call_running');
    }
    const callId = await insertCall(tx, { ...of, accountId, externalId: null, state: 'connecting', at: now });
    return { callId, agent: phones.agent, customer: number ?? known };
  });
}
