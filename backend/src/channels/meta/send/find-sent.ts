import * as z from 'zod/mini';
import type { MetaAccount } from '../account';
import type { LookupAnswer } from '../../../platform/outbox/answer';
import type { FindOptions } from '../../channel';
import { callGraphApi } from '../graph';
import { lenientText } from '../read/lenient-text';

/** Milliseconds: Meta's clock may be slow, and Meta cuts times to seconds. */
const CLOCKS_MS = 60_000;
/** The Graph API gives details of the newest twenty messages of a conversation only. */
const NEWEST = 20;

const time = z.pipe(
  z.string(),
  // Graph writes the zone without the colon that ISO 8601 has in this form.
  z.transform((text) => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
);

const message = z.object({
  id: z.string(),
  created_time: time,
  from: z.optional(z.object({ id: z.string() })),
  message: lenientText,
  attachments: z.optional(z.object({ data: z.array(z.unknown()) })),
});
const conversations = z.object({
  data: z.array(z.object({ messages: z.optional(z.object({ data: z.array(message) })) })),
});

/** A sent message: a text, or a file without one. */
export type SentToFind = { to: string; text: string } | { to: string; file: unknown };

/**
 * Looks for a message in the conversation with a customer of Instagram or Messenger, among its newest messages. Never
 * throws but from `known`.
 */
export async function findSentMessage(
  account: MetaAccount,
  sent: SentToFind,
  { askedAt, known, timeoutMs }: FindOptions,
): Promise<LookupAnswer> {
  const fields = `messages.limit(${NEWEST}){id,created_time,from,message,attachments}`;
  const query = new URLSearchParams({ platform: account.kind, user_id: sent.to, fields });
  const path = `${encodeURIComponent(account.external_id)}/conversations?${query.toString()}`;
  const answer = await callGraphApi(account, { method: 'GET', path }, { timeoutMs });
  if (answer.kind !== 'taken') return unanswered(answer);
  const found = conversations.safeParse(answer.body).data?.data[0]?.messages?.data;
  if (found === undefined) return { kind: 'unknown' };
  const from = askedAt.getTime() - CLOCKS_MS;
  const isIt = (one: z.infer<typeof message>) =>
    one.from?.id !== sent.to &&
    one.created_time >= from &&
    ('text' in sent ? isText(one.message, sent.text) : hasFile(one));
  // The message may be hidden behind twenty newer ones.
  const isWhole = found.length < NEWEST || found.some(({ created_time }) => created_time < from);
  return oldestNew(found.filter(isIt), known, isWhole);
}

const comments = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      /** A page's comments have `message` and `created_time`, Instagram's `text` and `timestamp`. */
      message: lenientText,
      text: lenientText,
      created_time: z.optional(time),
      timestamp: z.optional(time),
      from: z.optional(z.object({ id: z.string() })),
    }),
  ),
  paging: z.optional(z.object({ next: z.optional(z.string()) })),
});

/** Looks for an answer below the comment that it answers. Never throws but from `known`. */
export async function findSentComment(
  account: MetaAccount,
  { comment_id, text }: { comment_id: string; text: string },
  { askedAt, known, timeoutMs }: FindOptions,
): Promise<LookupAnswer> {
  const edge =
    account.kind === 'instagram'
      ? 'replies?fields=id,text,timestamp,from&limit=50'
      : 'comments?fields=id,message,created_time,from&limit=50&order=reverse_chronological';
  const path = `${encodeURIComponent(comment_id)}/${edge}`;
  const answer = await callGraphApi(account, { method: 'GET', path }, { timeoutMs });
  if (answer.kind !== 'taken') return unanswered(answer);
  const { data: read } = comments.safeParse(answer.body);
  if (read === undefined) return { kind: 'unknown' };
  const from = askedAt.getTime() - CLOCKS_MS;
  const said = read.data.map((one) => ({ ...one, created_time: one.created_time ?? one.timestamp ?? 0 }));
  // Instagram leaves some authors out.
  const isOurs = (one: (typeof said)[number]) => (one.from?.id ?? account.external_id) === account.external_id;
  const isIt = (one: (typeof said)[number]) =>
    isOurs(one) && one.created_time >= from && isText(one.message || one.text, text);
  const isWhole = read.paging?.next === undefined;
  return oldestNew(said.filter(isIt), known, isWhole);
}

const isText = (one: string, other: string): boolean => one.trim() === other.trim();
const hasFile = (one: z.infer<typeof message>): boolean =>
  one.message === '' && (one.attachments?.data.length ?? 0) > 0;

const unanswered = (answer: { kind: 'later' | 'unknown' | 'refused'; reason: string }): LookupAnswer =>
  answer.kind === 'refused' ? { kind: 'unknown' } : { kind: 'later', reason: answer.reason };

/** The oldest candidate that is not already known as another message. */
async function oldestNew(
  candidates: readonly { id: string; created_time: number }[],
  known: FindOptions['known'],
  isWhole: boolean,
): Promise<LookupAnswer> {
  const others = await known(candidates.map(({ id }) => id));
  const [oldest] = candidates.filter(({ id }) => !others.has(id)).sort((a, b) => a.created_time - b.created_time);
  if (oldest !== undefined) return { kind: 'sent', externalId: oldest.id };
  return { kind: isWhole ? 'absent' : 'unknown' };
}
