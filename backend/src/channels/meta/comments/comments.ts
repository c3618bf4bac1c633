import * as z from 'zod/mini';
import type { MetaAccount } from '../account';
import type { ChannelAnswer, HandOver } from '../../../platform/outbox/answer';
import { callGraphApi } from '../graph';

const taken = z.object({ id: z.string() });

/** Answers a comment in public. Never throws but from `handOver`. */
export async function replyToComment(
  account: MetaAccount,
  { comment_id, text }: { comment_id: string; text: string },
  options: { handOver: HandOver; timeoutMs: number },
): Promise<ChannelAnswer> {
  const edge = account.kind === 'instagram' ? 'replies' : 'comments';
  const path = `${encodeURIComponent(comment_id)}/${edge}`;
  const answer = await callGraphApi(account, { method: 'POST', path, body: { message: text } }, options);
  if (answer.kind !== 'taken') return answer;
  return { kind: 'sent', externalId: taken.safeParse(answer.body).data?.id ?? null, note: null };
}

export type Moderation = 'hide' | 'delete';
export type Moderated = { kind: 'done' } | { kind: 'refused' | 'later'; reason: string; afterMs?: number };

/** Hides a comment from others, or deletes it. Twice is as once, so an answer that did not come is asked for again. */
export async function moderateComment(
  account: MetaAccount,
  what: Moderation,
  commentId: string,
  options: { timeoutMs: number },
): Promise<Moderated> {
  const path = encodeURIComponent(commentId);
  const hidden = account.kind === 'instagram' ? { hide: true } : { is_hidden: true };
  const request =
    what === 'hide' ? ({ method: 'POST', path, body: hidden } as const) : ({ method: 'DELETE', path } as const);
  const answer = await callGraphApi(account, request, options);
  if (answer.kind === 'taken') return { kind: 'done' };
  return answer.kind === 'unknown' ? { ...answer, kind: 'later' } : answer;
}
