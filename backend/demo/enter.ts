import { randomUUID } from 'node:crypto';
import type { TempId, TicketId } from '@inbox/domain';
import { composeMail, hubSignature, newWamid, samplePdf, whatsappDelivery, type Line } from '@inbox/simulate';
import { assign } from '../src/tickets/lifecycle/assign';
import { WorkError } from '../src/platform/errors/errors';
import { receiveMessage } from '../src/conversations/receive/receive-message';
import { reply } from '../src/conversations/send/reply';
import { setStatus } from '../src/tickets/lifecycle/set-status';
import type { SignedIn } from '../src/agents/sessions/session';
import type { SeedDeps } from './deps';
import { contextAt, type SeedAdapters } from './adapters';
import { assignable } from './entered';
import type { PlannedConversation, PlannedTicket } from './plan';
import { bySocial, type Say } from './social';
import type { ReadyMerchant } from './setting-up';

/** Lets one customer's tickets happen, line by line, through the channels and by the agents' own work. */
export async function enterConversation(
  deps: SeedDeps,
  adapters: SeedAdapters,
  merchant: ReadyMerchant,
  conversation: PlannedConversation,
): Promise<{ id: TicketId; planned: PlannedTicket }[]> {
  const entered: { id: TicketId; planned: PlannedTicket }[] = [];
  for (const planned of conversation)
    entered.push({ id: await enterTicket(deps, adapters, merchant, planned), planned });
  return entered;
}

async function enterTicket(
  deps: SeedDeps,
  adapters: SeedAdapters,
  merchant: ReadyMerchant,
  planned: PlannedTicket,
): Promise<TicketId> {
  const say = speaker(deps, adapters, merchant, planned);
  const first = planned.lines[0];
  if (!first) throw new Error('A planned ticket begins with a line');
  await say(first, true);
  const id = await newestTicket(deps, merchant, planned);

  const owner = ownerOf(merchant, planned);
  if (owner) await give(deps, merchant, id, owner, first.at + 20_000);
  for (const line of planned.lines.slice(1)) {
    if (line.by === 'customer') await say(line, false);
    else if (owner && planned.source !== 'phone') await answer(deps, owner, id, line);
  }
  const end = (planned.lines.at(-1)?.at ?? first.at) + 40_000;
  if (planned.status === 'closed' && owner)
    await setStatus(contextAt(deps, end), owner, { ticket_ids: [id] }, 'closed', {
      sendCsat: planned.isSurveyed,
    });
  return id;
}

function ownerOf(merchant: ReadyMerchant, planned: PlannedTicket): SignedIn | null {
  return planned.owner === null ? null : (assignable(merchant)[planned.owner] ?? null);
}

/** A colleague hands the ticket over, the store admin if there is a choice: what one gives oneself is open at once. */
export async function give(deps: SeedDeps, merchant: ReadyMerchant, id: TicketId, owner: SignedIn, time: number) {
  const others = merchant.signedIn.filter(
    ({ agent }) => agent.id !== owner.agent.id && agent.can_assign_ticket_to_other_agent,
  );
  const giver = others.find(({ agent }) => agent.is_store_admin) ?? others[0] ?? owner;
  await assign(contextAt(deps, time), giver, { ticket_ids: [id] }, owner.agent.id);
}

export async function newestTicket(
  deps: SeedDeps,
  merchant: ReadyMerchant,
  planned: Pick<PlannedTicket, 'who' | 'source'>,
): Promise<TicketId> {
  const { id } = await deps.db
    .selectFrom('tickets')
    .innerJoin('conversations', 'conversations.id', 'tickets.conversation_id')
    .select('tickets.id')
    .where('tickets.merchant_id', '=', merchant.id)
    .where('conversations.contact', '=', contactOf(planned))
    .where('tickets.source', '=', planned.source)
    .orderBy('tickets.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

const contactOf = ({ source, who }: Pick<PlannedTicket, 'who' | 'source'>) =>
  source === 'email' ? who.email : who.phone;

async function answer(deps: SeedDeps, owner: SignedIn, id: TicketId, line: Line & { at: number }): Promise<void> {
  const { conversation_id, source, customer_email } = await deps.db
    .selectFrom('tickets')
    .select(['conversation_id', 'source', 'customer_email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await reply(contextAt(deps, line.at), owner, {
    message: line.text,
    conversation_id,
    conversation_source: source,
    ticket_id: id,
    temp_id: randomUUID() as TempId,
    to: customer_email === null ? [] : [customer_email],
    cc: [],
    bcc: [],
    convmsg_message_id: null,
    attachment_ids: [],
    seen: null,
  }).catch((error: unknown) => {
    // A rule may forbid it at that moment, as it would have: then it was not said.
    if (!(error instanceof WorkError)) throw error;
  });
}

/** How this customer writes: by webhook, by mail, or, by phone, straight to the work behind it. */
function speaker(deps: SeedDeps, adapters: SeedAdapters, merchant: ReadyMerchant, planned: PlannedTicket): Say {
  if (planned.source === 'whatsapp') return (line) => sayByWhatsapp(adapters, merchant, planned, line);
  if (planned.source === 'email') return byMail(adapters, merchant, planned);
  if (planned.source === 'phone') return (line) => sayByPhone(deps, merchant, planned, line);
  return bySocial(deps, adapters, merchant, planned);
}

async function sayByWhatsapp(
  adapters: SeedAdapters,
  merchant: ReadyMerchant,
  { who }: PlannedTicket,
  line: Line & { at: number },
): Promise<void> {
  const content = line.photo
    ? ({
        type: 'image',
        image: { id: String(line.at), mime_type: 'image/png', sha256: '', caption: line.text },
      } as const)
    : ({ type: 'text', text: { body: line.text } } as const);
  const message = {
    from: who.phone,
    name: who.full_name,
    timestamp: Math.floor(line.at / 1000),
    id: newWamid(),
    content,
  };
  const body = JSON.stringify(whatsappDelivery(merchant.whatsapp, { messages: [message] }));
  await adapters.meta(body, hubSignature(merchant.whatsapp.app_secret, body), line.at);
}

function byMail(adapters: SeedAdapters, merchant: ReadyMerchant, { who, subject }: PlannedTicket): Say {
  let last: string | null = null;
  return async (line, isFirst) => {
    const messageId = `<${randomUUID()}@mail.example>`;
    const raw = await composeMail({
      from: { name: who.full_name, address: who.email },
      to: merchant.mailbox,
      subject: isFirst ? subject : `Re: ${subject}`,
      text: `${line.text}\n\n${who.full_name}\n${who.city}`,
      html: `<p>${escaped(line.text)}</p><p style="color:#666">${escaped(who.full_name)}<br>${escaped(who.city)}</p>`,
      messageId,
      date: new Date(line.at),
      ...(last !== null && { inReplyTo: last, references: [last] }),
      ...(isFirst &&
        /^(Invoice|Broken|Exchange)/.test(subject) && {
          attachments: [
            {
              filename: 'purchase-order.pdf',
              content: samplePdf(['Purchase order', subject, who.full_name, who.address, `${who.city} ${who.pin}`]),
              contentType: 'application/pdf',
            },
          ],
        }),
    });
    await adapters.mail({ from: who.email, to: merchant.mailbox }, raw, line.at);
    last = messageId;
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A call that reached the shop, stored as its use case stores it. */
async function sayByPhone(
  deps: SeedDeps,
  merchant: ReadyMerchant,
  { who }: PlannedTicket,
  line: Line & { at: number },
): Promise<void> {
  await receiveMessage(contextAt(deps, line.at), {
    merchantId: merchant.id,
    accountId: merchant.accounts.phone,
    source: 'phone',
    externalId: randomUUID(),
    contact: who.phone,
    answers: [],
    from: { name: who.full_name, phone: who.phone, email: null },
    sentAt: new Date(line.at),
    content_type: 'message',
    message_type: 'session',
    message: line.text,
    details: {},
    quotes: null,
    attachments: [],
  });
}
