import * as z from 'zod/mini';
import type { MetaAccount } from '../account';
import type { ChannelAnswer } from '../../../platform/outbox/answer';
import { callGraphApi } from '../graph';
import { messages } from '../graph-messages';

const profile = z.object({
  name: z.optional(z.string()),
  username: z.optional(z.string()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
});

export type Fetched<T> = { kind: 'fetched'; value: T } | Exclude<ChannelAnswer, { kind: 'sent' | 'unknown' }>;

/** Asking changes nothing, so an answer that did not come is asked for again. */
function fetched<T>(answer: Awaited<ReturnType<typeof callGraphApi>>, schema: z.ZodMiniType<T>): Fetched<T> {
  if (answer.kind === 'unknown') return { ...answer, kind: 'later', isAway: true };
  if (answer.kind !== 'taken') return answer;
  const read = schema.safeParse(answer.body);
  return read.success ? { kind: 'fetched', value: read.data } : { kind: 'refused', reason: messages.answered(200) };
}

/** What the customer calls themselves; empty when they do not say. */
export async function fetchProfileName(
  account: MetaAccount,
  contact: string,
  options: { timeoutMs: number },
): Promise<Fetched<string>> {
  const fields = account.kind === 'instagram' ? 'name,username' : 'first_name,last_name';
  const path = `${encodeURIComponent(contact)}?fields=${fields}`;
  const answer = fetched(await callGraphApi(account, { method: 'GET', path }, options), profile);
  if (answer.kind !== 'fetched') return answer;
  const { name = '', username = '', first_name = '', last_name = '' } = answer.value;
  return { kind: 'fetched', value: name.trim() || `${first_name} ${last_name}`.trim() || username.trim() };
}

const optional = z._default(z.nullable(z.optional(z.string())), null);

const instagramMedia = z.object({
  caption: optional,
  media_type: optional,
  media_product_type: optional,
  media_url: optional,
  thumbnail_url: optional,
  permalink: optional,
});

const pagePost = z.object({
  message: optional,
  permalink_url: optional,
  full_picture: optional,
  status_type: optional,
  promotion_status: optional,
});

export interface FetchedPost {
  permalink: string | null;
  caption: string | null;
  post_type: string | null;
  /** `FEED`: an advertisement. */
  ad_type: string | null;
  picture: string | null;
}

/** What the channel tells of a post, reel or advertisement. */
export async function fetchPost(
  account: MetaAccount,
  externalId: string,
  options: { timeoutMs: number },
): Promise<Fetched<FetchedPost>> {
  const id = encodeURIComponent(externalId);
  const ask = (fields: string) => callGraphApi(account, { method: 'GET', path: `${id}?fields=${fields}` }, options);
  if (account.kind === 'instagram') {
    const answer = fetched(
      await ask('caption,media_type,media_product_type,media_url,thumbnail_url,permalink'),
      instagramMedia,
    );
    if (answer.kind !== 'fetched') return answer;
    const { caption, media_type, media_product_type, media_url, thumbnail_url, permalink } = answer.value;
    const ad_type = media_product_type === 'AD' ? 'FEED' : null;
    const picture = thumbnail_url ?? (media_type === 'VIDEO' ? null : media_url);
    return { kind: 'fetched', value: { permalink, caption, post_type: media_type, ad_type, picture } };
  }
  const answer = fetched(await ask('message,permalink_url,full_picture,status_type,promotion_status'), pagePost);
  if (answer.kind !== 'fetched') return answer;
  const { message, permalink_url, full_picture, status_type, promotion_status } = answer.value;
  const ad_type = promotion_status === 'active' ? 'FEED' : null;
  const told = { permalink: permalink_url, caption: message, post_type: status_type, ad_type, picture: full_picture };
  return { kind: 'fetched', value: told };
}
