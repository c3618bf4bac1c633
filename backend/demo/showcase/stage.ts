import { randomUUID } from 'node:crypto';
import type { ContentId, KnownSource, TempId, TicketId } from '@inbox/domain';
import { hubSignature, type Person } from '@inbox/simulate';
import type { Updateable } from 'kysely';
import type { ContentsTable } from '../../src/conversations/thread/tables';
import { reply } from '../../src/conversations/send/reply';
import type { SignedIn } from '../../src/agents/sessions/session';
import type { SeedDeps } from '../deps';
import { contextAt, type SeedAdapters } from '../adapters';
import { give, newestTicket } from '../enter';
import type { ReadyMerchant } from '../setting-up';

/** Where a showcase is played, and who answers in it. */
export interface Stage {
  deps: SeedDeps;
  adapters: SeedAdapters;
  merchant: ReadyMerchant;
  owner: SignedIn;
}

/** Someone of the showcase; far from the numbers of all others. */
export function actor(index: number, full_name: string, city: string, pin: string): Person {
  const [first_name = '', ...rest] = full_name.split(' ');
  const phone = `91877700${String(index).padStart(4, '0')}`;
  const email = `${first_name.toLowerCase().replaceAll(/[^a-z]/g, '') || 'customer'}.${index}@mail.example`;
  return { first_name, last_name: rest.join(' '), full_name, phone, email, address: `${index}, Fort Road`, city, pin };
}

/** Posts a delivery of Meta as the account would. @param at milliseconds, when it arrives */
export async function deliver(
  { adapters }: Stage,
  account: { app_secret: string },
  delivery: unknown,
  at: number,
): Promise<void> {
  const body = JSON.stringify(delivery);
  await adapters.meta(body, hubSignature(account.app_secret, body), at);
}

/** The ticket that somebody's first message has made; it becomes the stage owner's. @param at milliseconds */
export async function takeTicket(
  { deps, merchant, owner }: Stage,
  who: Person,
  source: KnownSource,
  at: number,
): Promise<TicketId> {
  const id = await newestTicket(deps, merchant, { who, source });
  await give(deps, merchant, id, owner, at);
  return id;
}

/** Answers as the owner, and brings the answer to where it stands by now. @param at milliseconds */
export async function answerWith(
  { deps, owner }: Stage,
  ticketId: TicketId,
  at: number,
  message: string,
  set: Outcome = { delivered: true, read: true },
): Promise<ContentId> {
  const { conversation_id, source, customer_email } = await deps.db
    .selectFrom('tickets')
    .select(['conversation_id', 'source', 'customer_email'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const { item } = await reply(contextAt(deps, at), owner, {
    message,
    conversation_id,
    conversation_source: source,
    ticket_id: ticketId,
    temp_id: randomUUID() as TempId,
    to: customer_email === null ? [] : [customer_email],
    cc: [],
    bcc: [],
    convmsg_message_id: null,
    attachment_ids: [],
    seen: null,
  });
  await deps.db
    .updateTable('contents')
    .set({ send_status: 'sent', external_id: `showcase.${item.id}`, ...set })
    .where('id', '=', item.id)
    .execute();
  return item.id;
}

export type Outcome = Partial<
  Pick<
    Updateable<ContentsTable>,
    | 'delivered'
    | 'read'
    | 'error_message'
    | 'agent_id'
    | 'content_type'
    | 'message_type'
    | 'external_id'
    | 'send_status'
  >
>;

/** The id of a message that came in by this id of the channel. */
export async function contentOf({ deps, merchant }: Stage, externalId: string): Promise<ContentId> {
  const { id } = await deps.db
    .selectFrom('contents')
    .select('id')
    .where('merchant_id', '=', merchant.id)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  return id;
}
