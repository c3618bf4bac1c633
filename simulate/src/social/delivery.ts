import { randomBytes, randomInt } from 'node:crypto';
import type { SocialAccount } from '../accounts';

/** What a customer of Instagram or Messenger does, as the channel posts it. */
export type SocialEvent =
  | { message: SocialMessage }
  | { message_edit: { mid: string; text: string } }
  | { optin: { type: string; title: string; payload: string } }
  | { referral: SocialReferral }
  | { reaction: { mid: string; action: 'react' | 'unreact'; reaction?: string; emoji?: string } }
  | { postback: { mid: string; title: string; payload: string } }
  | { delivery: { mids: string[]; watermark: number } }
  | { read: { mid?: string; watermark?: number } };

/** What led a customer to the shop. */
export interface SocialReferral {
  ref: string;
  source: string;
  type: string;
  ad_id?: string;
  ads_context_data?: { ad_title: string; photo_url: string; post_id: string };
}

export type SocialAttachment =
  | { type: 'image' | 'video' | 'audio' | 'file' | 'share' | 'story_mention'; payload: { url: string } }
  /** `hologram` does not exist. */
  | { type: 'like_heart' | 'ephemeral' | 'hologram'; payload: { url?: never } }
  | { type: 'template'; payload: { url?: never; product: { elements: { title: string; subtitle: string }[] } } };

export interface SocialMessage {
  mid: string;
  text?: string;
  is_echo?: true;
  is_deleted?: true;
  is_unsupported?: true;
  referral?: SocialReferral;
  metadata?: string;
  attachments?: SocialAttachment[];
  reply_to?: { mid: string } | { story: { id: string; url: string } };
}

/** Message ids of the form that the channel gives. */
export const newMid = (): string => `m_${randomBytes(36).toString('base64url')}`;
/** Comment and post ids are long numbers. */
export const newSocialId = (): string => `178${randomInt(1e9, 9e9)}${randomInt(1e3, 9e3)}`;

/** One delivery about one customer. @param at milliseconds */
export function messagingDelivery(
  account: SocialAccount,
  customer: string,
  event: SocialEvent,
  { at, byShop = false }: { at: number; byShop?: boolean },
): unknown {
  const [sender, recipient] = byShop ? [account.account_id, customer] : [customer, account.account_id];
  return {
    object: account.kind === 'instagram' ? 'instagram' : 'page',
    entry: [
      {
        id: account.account_id,
        time: at,
        messaging: [{ sender: { id: sender }, recipient: { id: recipient }, timestamp: at, ...event }],
      },
    ],
  };
}

export interface CustomerComment {
  id: string;
  from: { id: string; name: string };
  text: string;
  post_id: string;
  isAd: boolean;
  /** The comment that it answers. */
  parent?: string;
}

/** A comment under a post. @param at milliseconds */
export function commentDelivery(account: SocialAccount, comment: CustomerComment, at: number): unknown {
  const { id, from, text, post_id, isAd, parent } = comment;
  const seconds = Math.floor(at / 1000);
  const change =
    account.kind === 'instagram'
      ? {
          field: 'comments',
          value: {
            id,
            from: { id: from.id, username: from.name },
            text,
            media: { id: post_id, media_product_type: isAd ? 'AD' : 'FEED' },
            ...(parent !== undefined && { parent_id: parent }),
          },
        }
      : {
          field: 'feed',
          value: {
            item: 'comment',
            verb: 'add',
            comment_id: id,
            from,
            message: text,
            post_id,
            parent_id: parent ?? post_id,
            created_time: seconds,
            post: { id: post_id, status_type: 'added_photos', promotion_status: isAd ? 'active' : 'ineligible' },
          },
        };
  return {
    object: account.kind === 'instagram' ? 'instagram' : 'page',
    entry: [{ id: account.account_id, time: seconds, changes: [change] }],
  };
}

/** Its author has taken a comment back; of Instagram's comments nobody is told so. @param at milliseconds */
export function commentRemoval(account: SocialAccount, comment: { id: string; post_id: string }, at: number): unknown {
  const seconds = Math.floor(at / 1000);
  const { id: comment_id, post_id } = comment;
  const value = { item: 'comment', verb: 'remove', comment_id, post_id, parent_id: post_id, created_time: seconds };
  return { object: 'page', entry: [{ id: account.account_id, time: seconds, changes: [{ field: 'feed', value }] }] };
}
