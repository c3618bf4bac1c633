import { randomUUID } from 'node:crypto';
import type { AgentId, ContentId, TempId, TicketId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { noteMailProblem } from '../accounts/mailbox-queries';
import { addTicket, type TestConversation } from './rows';
import { insertWholeMail } from '../conversations/thread/long-mails';
import { storeNotice } from '../conversations/dead-letters/channel-notices';
import { insertRaw } from '../conversations/thread/message-raws';
import { insertField, writeStoredValues } from '../tickets/custom-fields/field-queries';
import { noteSync } from '../templates/template-queries';

/** The id of the scheduled mail. */
export const SCHEDULED = '0b9e5f0f-6c9a-4f0a-8d5c-2b9f0c3a7d11' as TempId;

/** What one merchant has already, and the text that the rows are to say. */
interface Of {
  agent: AgentId;
  line: TestConversation;
  ticket: TicketId;
  content: ContentId;
  phoneLine: TestConversation;
  phoneTicket: TicketId;
  text: string;
}

/** A row of this merchant in each table that the isolation test's own fixture leaves empty. */
export async function addEverythingElse(db: Queryable, of: Of): Promise<void> {
  await addCustomersThings(db, of);
  await addErasures(db, of);
  await addShopThings(db, of);
  await addAgentsThings(db, of);
  await addChannelsThings(db, of);
}

async function addCustomersThings(db: Queryable, { agent, line, text }: Of): Promise<void> {
  const { id: joined_id } = await db
    .insertInto('customers')
    .values({
      merchant_id: line.merchantId,
      first_name: null,
      last_name: null,
      full_name: text,
      email: null,
      phone: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const moved = JSON.stringify({ conversations: [], orders: [], checkouts: [], filled: {} });
  await db
    .insertInto('customer_joins')
    .values({
      merchant_id: line.merchantId,
      kept_id: line.customerId,
      joined_id,
      agent_id: agent,
      joined_at: new Date(),
      moved,
    })
    .execute();
  const group = { group_name: text, email_ids: [`${text}@mail.example`] };
  await db
    .insertInto('email_groups')
    .values({ merchant_id: line.merchantId, ...group })
    .execute();
  const of = { merchant_id: line.merchantId, customer_id: line.customerId, details: JSON.stringify({ note: text }) };
  const order = { order_number: text, order_created_at: new Date(), is_cod: true, fulfillment_status: null };
  await db
    .insertInto('orders')
    .values({ ...of, ...order, total_order_price: 499 })
    .execute();
  await db
    .insertInto('abandoned_checkouts')
    .values({ ...of, checkout_id: text, created_at: new Date() })
    .execute();
}

/** An erasure, of nobody who is there, and a rule. */
async function addErasures(db: Queryable, { line, text }: Of): Promise<void> {
  const merchant_id = line.merchantId;
  const of = { merchant_id, reason: 'request', requested_by: text, erased_at: new Date() } as const;
  await db
    .insertInto('erasures')
    .values({ ...of, customer_ids: [], ticket_ids: [], counts: '{}', files: [] })
    .execute();
  await db.insertInto('retention_rules').values({ merchant_id, channel: '', days: 99_999 }).execute();
}

/** A shop that cannot be reached, and what is cached of it. */
async function addShopThings(db: Queryable, { line, text }: Of): Promise<void> {
  const merchant_id = line.merchantId;
  const at = new Date();
  await db
    .insertInto('shops')
    .values({ merchant_id, domain: 'first.shop.example', url: 'http://127.0.0.1:2', credentials: Buffer.from(text) })
    .execute();
  const contacts = { emails: [], phones: ['9876543210'], shop_customer_id: null };
  const details = JSON.stringify({ note: text });
  await db
    .insertInto('shop_records')
    .values({ merchant_id, kind: 'order', external_id: '1', updated_at: at, made_at: at, ...contacts, details })
    .execute();
  await db
    .insertInto('shop_syncs')
    .values({ merchant_id, customer_id: line.customerId, contacts: '9876543210', as_of: at })
    .execute();
}

async function addAgentsThings(
  db: Queryable,
  { agent: agent_id, line, ticket: ticket_id, phoneLine, phoneTicket, text }: Of,
): Promise<void> {
  const merchant_id = line.merchantId;
  const created_at = new Date();
  const { id: note_id } = await db
    .insertInto('notes')
    .values({ merchant_id, ticket_id, agent_id, notes: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = { url: `https://${text}.example/x.pdf`, storage_key: null, size: null, is_inline: false } as const;
  const media = { ...link, position: 0, kind: 'document', filename: text, content_type: 'application/pdf' } as const;
  await db
    .insertInto('note_media')
    .values({ merchant_id, note_id, ...media })
    .execute();
  await db.insertInto('note_mentions').values({ merchant_id, note_id, agent_id }).execute();
  // Made after the other, so that its id is the higher.
  const linked = await addTicket(db, line, { full_name: text, status: 'closed', owner_id: agent_id });
  await db.insertInto('ticket_links').values({ merchant_id, low_id: ticket_id, high_id: linked, agent_id }).execute();
  const [field_type, options] = ['single_input' as const, [text]];
  const field = { field_name: text, field_type, is_required: true, is_fixed_values: false, options };
  const id = await insertField(db, { merchant_id, parent_id: null, parent_option: null, ...field });
  await writeStoredValues(db, merchant_id, ticket_id, { values: { [id]: [text] }, rev: 1 });
  await db.insertInto('handled_times').values({ merchant_id, ticket_id, agent_id, total_seconds: 60 }).execute();
  await db
    .insertInto('agent_identities')
    .values({ merchant_id, agent_id, issuer: `https://${text}.example`, subject: text, linked_at: created_at })
    .execute();
  await db
    .insertInto('provider_answers')
    .values({ merchant_id, kind: 'state', id: text, expires_at: created_at })
    .execute();
  await db
    .insertInto('handled_stretches')
    .values({ merchant_id, agent_id, stretch_id: randomUUID(), created_at })
    .execute();
  // Long in the future: a page of which nothing was heard for a while is forgotten by the server.
  const seen_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('ticket_presence')
    .values({ page_id: randomUUID(), merchant_id, ticket_id, agent_id, typing_until: null, seen_at })
    .execute();
  const node_id = randomUUID();
  await db.insertInto('merchant_moves').values({ merchant_id, slug: text, stage: 'copying', to_cell: 2 }).execute();
  await db.insertInto('move_marks').values({ merchant_id, mark: randomUUID() }).execute();
  await db.insertInto('live_nodes').values({ id: node_id }).execute();
  await db.insertInto('live_pages').values({ node_id, merchant_id, agent_id, pages: 1 }).execute();
  await db
    .insertInto('exports')
    .values({
      merchant_id,
      agent_id,
      filters: '{}',
      state: 'mailed',
      lease_until: null,
      storage_key: null,
      last_error: text,
      ended_at: created_at,
    })
    .execute();
  const upload = { kind: 'document', filename: text, content_type: 'application/pdf', size: 1 } as const;
  await db
    .insertInto('uploads')
    .values({ merchant_id, agent_id, ticket_id, storage_key: randomUUID(), ...upload, used_at: null })
    .execute();
  const request = { message: text, to: [text], subject: text, email_body: text };
  const send_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('scheduled_mails')
    .values({
      merchant_id,
      temp_id: SCHEDULED,
      ticket_id,
      agent_id,
      send_at,
      request: JSON.stringify(request),
      upload_ids: [],
    })
    .execute();
  await db
    .insertInto('calls')
    .values({
      merchant_id,
      account_id: phoneLine.accountId,
      ticket_id: phoneTicket,
      agent_id,
      external_id: text,
      state: 'completed',
      created_at,
    })
    .execute();
}

async function addChannelsThings(
  db: Queryable,
  { agent: agent_id, line, content: content_id, text }: Of,
): Promise<void> {
  const merchant_id = line.merchantId;
  await noteSync(db, { merchantId: merchant_id, accountId: line.accountId }, new Date(), text);
  const mailbox = { merchant_id, account_id: line.accountId };
  await db
    .insertInto('mail_signatures')
    .values({ ...mailbox, agent_id, html: text })
    .execute();
  await noteMailProblem(db, mailbox, 'out', text);
  const bookmark = { uid_validity: '1', last_uid: 1, read_at: new Date() };
  await db
    .insertInto('mailbox_folders')
    .values({ ...mailbox, folder: text, ...bookmark })
    .execute();
  const notice = { kind: 'account_update', subject: text, is_grave: false, words: text } as const;
  await storeNotice(db, merchant_id, notice, { body: Buffer.from(text), now: new Date() });
  await insertRaw(db, merchant_id, content_id, text);
  await insertWholeMail(db, merchant_id, content_id, text);
  await db
    .insertInto('outbox')
    .values({
      merchant_id,
      account_id: line.accountId,
      content_id,
      kind: 'whatsapp.reply',
      payload: JSON.stringify({ text }),
      state: 'done',
      trace: text,
      lease_until: null,
      last_error: null,
    })
    .execute();
  await db
    .insertInto('inbox_kept')
    .values({ merchant_id, door: 'meta', reason: text, digest: Buffer.from(text), body: Buffer.from(text) })
    .execute();
  await db
    .insertInto('embed_origins')
    .values({ merchant_id, origin: `https://${text}.example` })
    .execute();
  await db
    .insertInto('embed_secrets')
    .values({ kid: `embed_${text}`, merchant_id, sealed: Buffer.from(text), made_by: text })
    .execute();
  const event = { type: 'tickets.tickets', at: new Date().toISOString(), by: null, tickets: [], items: [] };
  await db
    .insertInto('live_events')
    .values({ merchant_id, seq: 0, agent_id: null, event: JSON.stringify(event), trace: text })
    .execute();
}
