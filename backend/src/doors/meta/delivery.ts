import * as z from 'zod/mini';

/**
 * One delivery may carry many messages and reports, of several accounts. Each is a part of its own, so that one that is
 * not understood, or fails, never takes the others with it.
 */
export type Part =
  | { kind: 'message'; account: string; message: unknown; contacts: readonly unknown[]; body: Buffer }
  | { kind: 'status'; account: string; status: unknown; body: Buffer }
  | { kind: 'other'; account: string | null; reason: string; body: Buffer };

const list = z.array(z.unknown());
const delivery = z.looseObject({ object: z.string(), entry: list });
const entry = z.looseObject({ id: z.optional(z.string()), changes: z.optional(list), messaging: z.optional(list) });
const change = z.looseObject({ field: z.string(), value: z.unknown() });
const value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.optional(list),
  messages: z.optional(list),
  statuses: z.optional(list),
  errors: z.optional(list),
});

/** Splits a delivery, as received and as JSON, into its parts; never throws. What is kept of a part can be posted again. */
export function partsOf(body: Buffer, json: unknown): Part[] {
  const read = delivery.safeParse(json);
  if (!read.success) return [{ kind: 'other', account: null, reason: 'This is no delivery of Meta.', body }];
  const { object } = read.data;
  const parts = read.data.entry.flatMap((each) => partsOfEntry(object, each));
  // A delivery of one part is kept to the byte.
  const [only, ...others] = parts;
  if (only === undefined) return [{ kind: 'other', account: null, reason: 'A delivery without entries.', body }];
  return others.length === 0 ? [{ ...only, body }] : parts;
}

function partsOfEntry(object: string, given: unknown): Part[] {
  const envelope = (content: object): Buffer => Buffer.from(JSON.stringify({ object, entry: [content] }));
  const read = entry.safeParse(given);
  const { id, changes, messaging } = read.data ?? {};
  const account = id ?? null;
  if (changes === undefined || changes.length === 0) {
    const reason =
      messaging === undefined ? 'An entry without changes.' : `Messages of '${object}' are not taken in here.`;
    return [
      {
        kind: 'other',
        account,
        reason,
        body: Buffer.from(JSON.stringify({ object, entry: [given] })),
      },
    ];
  }
  return changes.flatMap((each) => partsOfChange(account, each, (one) => envelope({ id, changes: [one] })));
}

function partsOfChange(entryId: string | null, given: unknown, envelope: (change: unknown) => Buffer): Part[] {
  const other = (account: string | null, reason: string): Part[] => [
    { kind: 'other', account, reason, body: envelope(given) },
  ];
  const read = change.safeParse(given);
  if (!read.success) return other(entryId, 'A change without a field.');
  const { field } = read.data;
  const content = value.safeParse(read.data.value);
  if (!content.success) return other(entryId, `A change of '${field}' that names no phone number.`);
  const { metadata, contacts = [], messages = [], statuses = [], errors = [] } = content.data;
  const account = metadata.phone_number_id;
  if (field !== 'messages') return other(account, `A change of '${field}' is not taken in here.`);

  const alone = (what: object): Buffer =>
    envelope({ field, value: { messaging_product: 'whatsapp', metadata, contacts, ...what } });
  const parts: Part[] = [
    ...messages.map((message): Part => {
      return { kind: 'message', account, message, contacts, body: alone({ messages: [message] }) };
    }),
    ...statuses.map((status): Part => {
      return { kind: 'status', account, status, body: alone({ statuses: [status] }) };
    }),
    ...errors.map((error): Part => {
      return { kind: 'other', account, reason: 'Meta reports an error.', body: alone({ errors: [error] }) };
    }),
  ];
  return parts.length > 0 ? parts : other(account, 'A change that holds neither messages nor reports.');
}
