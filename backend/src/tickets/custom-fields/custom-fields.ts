import { agentName, mayAct, type CustomField, type FieldValues, type MerchantId, type TicketId } from '@inbox/domain';
import {
  allFields,
  cleanValues,
  faultyFields,
  MAX_FIELD_VALUE,
  MAX_FIELD_VALUES,
  missingFields,
  sameTexts,
  valuesOf,
  type FaultyField,
} from '@inbox/domain/conversation';
import type { SignedIn } from '../../agents/sessions/session';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { listFields, readStoredValues, writeStoredValues, type StoredValues } from './field-queries';
import { lockTicket } from '../lifecycle/one-ticket';
import { insertLogs } from '../lifecycle/ticket-changes';
import { findTicket, ruledTicket } from '../lifecycle/ticket-rows';

/** So many fields are named by their names in the thread. */
const NAMED = 5;

/**
 * What the ticket's fields say: of those that are visible now.
 * @throws WorkError when the merchant has no such ticket
 */
export async function readFieldValues(
  db: Queryable,
  merchantId: MerchantId,
  ticketId: TicketId,
): Promise<StoredValues> {
  if ((await findTicket(db, merchantId, ticketId)) === undefined) {
    throw new WorkError(404, messages.noTicket, 'no_ticket');
  }
  const [fields, { values, rev }] = await Promise.all([
    listFields(db, merchantId),
    readStoredValues(db, merchantId, ticketId),
  ]);
  return { values: cleanValues(fields, values), rev };
}

/**
 * Replaces all that the ticket's fields say. Only the owner or a store admin may (spec section 6); only visible fields are
 * stored, and every visible required one needs a value (section 5). The same again changes nothing.
 *
 * @param seen the `rev` that the agent has seen; null when they do not mind what a colleague has changed since
 */
export async function saveFieldValues(
  context: WorkContext,
  who: SignedIn,
  { ticketId, values: given, seen }: { ticketId: TicketId; values: FieldValues; seen: number | null },
): Promise<StoredValues> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const row = await lockTicket(work, ticketId);
    if (!mayAct(who.agent, ruledTicket(row)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
    const fields = await listFields(work.tx, work.merchantId);
    const stored = await readStoredValues(work.tx, work.merchantId, ticketId);
    const before = cleanValues(fields, stored.values);
    const values = cleanValues(fields, asStorable(given));
    const changed = changedFields(fields, before, values);
    // The answer to the same request got lost: what it asks for is so.
    if (changed.length === 0) return { values, rev: stored.rev };
    if (seen !== null && seen !== stored.rev) throw new WorkError(409, messages.fieldsChanged, 'fields_changed');
    checkValues(fields, values);

    const saved = { values, rev: stored.rev + 1 };
    await writeStoredValues(work.tx, work.merchantId, ticketId, saved);
    const comment = messages.logFields(
      agentName(who.agent),
      changed.slice(0, NAMED).map(({ field_name }) => field_name),
      Math.max(changed.length - NAMED, 0),
    );
    const log = { event: 'fields', comment, agentId: who.agent.id, at: work.now } as const;
    work.publish('tickets.ticket_content_v2', {
      items: await insertLogs(work.tx, work.merchantId, [ticketId], log),
    });
    return saved;
  });
}

const asStorable = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).map(([id, texts]) => [id, texts.map(storable)]));

const changedFields = (fields: readonly CustomField[], before: FieldValues, after: FieldValues): CustomField[] =>
  allFields(fields).filter((field) => !sameTexts(valuesOf(before, field), valuesOf(after, field)));

function checkValues(fields: readonly CustomField[], values: FieldValues): void {
  const missing = missingFields(fields, values);
  if (missing.length > 0) {
    const message = messages.fieldsMissing(missing.map(({ field_name }) => field_name));
    const wrong = missing.map(({ id, field_name }): [number, string[]] => [id, [messages.fieldsMissing([field_name])]]);
    throw new WorkError(400, message, 'fields_missing', Object.fromEntries(wrong));
  }
  const faulty = faultyFields(fields, values);
  const [first] = faulty;
  if (first === undefined) return;
  const wrong = faulty.map((one): [number, string[]] => [one.field.id, [wordsOf(one)]]);
  throw new WorkError(400, wordsOf(first), 'fields_wrong', Object.fromEntries(wrong));
}

function wordsOf({ field: { field_name }, fault, value }: FaultyField): string {
  switch (fault) {
    case 'not_an_option':
      return messages.fieldNoOption(field_name, value);
    case 'one_only':
      return messages.fieldOneOnly(field_name);
    case 'too_many':
      return messages.fieldTooMany(field_name, MAX_FIELD_VALUES);
    case 'too_long':
      return messages.fieldTooLong(field_name, MAX_FIELD_VALUE);
  }
}
