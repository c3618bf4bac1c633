import type { PostRowId } from '../src/conversations/thread/tables';
import {
  commentDelivery,
  demoMedia,
  demoPost,
  hubSignature,
  messagingDelivery,
  newMid,
  newSocialId,
  postOf,
  type DemoPost,
  type Line,
  type SocialMessage,
} from '@inbox/simulate';
import * as z from 'zod/mini';
import { idSchema, type CustomerId } from '@inbox/domain';
import { describePost } from '../src/conversations/comments/describe-post';
import { nameCustomer } from '../src/customers/name-customer';
import type { SeedDeps } from './deps';
import { contextAt, type SeedAdapters } from './adapters';
import type { PlannedTicket } from './plan';
import type { ReadyMerchant } from './setting-up';

/** How a planned customer says one line of the conversation. */
export type Say = (line: Line & { at: number }, isFirst: boolean) => Promise<void>;

/** How a customer of Instagram or Messenger writes, and comments under the shop's posts. */
export function bySocial(deps: SeedDeps, adapters: SeedAdapters, merchant: ReadyMerchant, planned: PlannedTicket): Say {
  const { who, source } = planned;
  const digit = Number(who.phone.slice(-2));
  const account =
    merchant.social[source === 'messenger' || (source === 'comment' && digit % 3 === 0) ? 'messenger' : 'instagram'];
  const deliver = async (body: string, at: number) => adapters.meta(body, hubSignature(account.app_secret, body), at);
  const answer = () => answerForChannel(deps, merchant, who.phone, who.full_name);
  if (source !== 'comment') {
    return async (line, isFirst) => {
      const message = messageOf(deps, line, isFirst && account.kind === 'instagram' ? digit % 4 : null);
      await deliver(JSON.stringify(messagingDelivery(account, who.phone, { message }, { at: line.at })), line.at);
      if (isFirst) await answer();
    };
  }
  const post = demoPost(digit);
  let began: string | undefined;
  return async (line, isFirst) => {
    const id = newSocialId();
    const parent = began === undefined ? {} : { parent: began };
    const from = { id: who.phone, name: who.full_name };
    const comment = { id, from, text: line.text, post_id: post.id, isAd: post.isAd, ...parent };
    await deliver(JSON.stringify(commentDelivery(account, comment, line.at)), line.at);
    began ??= id;
    if (isFirst) await answer();
  };
}

/** @param variant some begin with a story: by mentioning the shop in one, or by answering the shop's */
function messageOf({ simulator }: SeedDeps, line: Line & { at: number }, variant: number | null): SocialMessage {
  const url = `http://127.0.0.1:${simulator.graph_port}/media-bytes/${line.at % 360}`;
  const mid = newMid();
  if (variant === 0) return { mid, attachments: [{ type: 'story_mention', payload: { url } }] };
  if (variant === 1) return { mid, text: line.text, reply_to: { story: { id: newSocialId(), url } } };
  return { mid, text: line.text, ...(line.photo && { attachments: [{ type: 'image' as const, payload: { url } }] }) };
}

const profileJob = z.object({ customer_id: idSchema<CustomerId>(), contact: z.string() });
const postJob = z.object({ post_id: z.int(), external_id: z.string() });

/** The simulator does not run yet: what the channel would be asked is answered here, as it would. */
export async function answerForChannel(
  deps: SeedDeps,
  { id: merchantId }: ReadyMerchant,
  contact: string,
  name: string,
): Promise<void> {
  const context = contextAt(deps, deps.now.getTime());
  const asked = await deps.db
    .selectFrom('outbox')
    .select(['id', 'merchant_id', 'attempts', 'kind', 'payload'])
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', ['meta.profile', 'meta.post'])
    .where('state', '=', 'waiting')
    .execute();
  for (const row of asked) {
    const profile = row.kind === 'meta.profile' ? profileJob.parse(row.payload) : null;
    if (profile?.contact === contact) await nameCustomer(context, row, { customerId: profile.customer_id, name });
    if (row.kind !== 'meta.post') continue;
    const { post_id, external_id } = postJob.parse(row.payload);
    const details = await detailsOf(deps, postOf(external_id));
    const isOurs = await describePost(context, row, post_id satisfies PostRowId, details);
    if (!isOurs) await deps.uploads.remove(details.storage_key);
  }
}

async function detailsOf({ uploads }: SeedDeps, { caption, permalink, isAd, picture }: DemoPost) {
  const { bytes, mimeType } = demoMedia(picture);
  const { storage_key } = await uploads.put(bytes, { maxBytes: 5_000_000 });
  const ad_type = isAd ? 'FEED' : null;
  return { permalink, caption, post_type: 'IMAGE', ad_type, storage_key, picture_type: mimeType };
}
