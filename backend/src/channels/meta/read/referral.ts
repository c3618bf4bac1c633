import type { Referral } from '@inbox/domain';
import * as z from 'zod/mini';
import type { IncomingAttachment } from '../../../conversations/incoming/incoming-message';

const text = z._default(z.optional(z.nullable(z.string())), '');

/** What led a customer here, as WhatsApp, Instagram and Messenger tell it. */
export const referralSchema = z.object({
  // WhatsApp
  source_url: text,
  source_type: text,
  headline: text,
  body: text,
  image_url: text,
  thumbnail_url: text,
  // Instagram and Messenger
  source: text,
  type: text,
  ref: text,
  referer_uri: text,
  ads_context_data: z.optional(
    z.nullable(z.object({ ad_title: text, photo_url: text, video_url: text, product_id: text, post_id: text })),
  ),
  product: z.optional(z.nullable(z.object({ id: text }))),
});

/** The same beside a message: one that is not understood must not keep the message from being read. */
export const lenientReferral = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((told) => referralSchema.safeParse(told).data),
  ),
);

const MAX_LINE = 300;
const MAX_TEXT = 2_000;

/** The card that the thread shows, and its picture, which is fetched later; null when there is nothing to show. */
export function readReferral(
  told: z.infer<typeof referralSchema> | undefined,
): { referral: Referral; picture: IncomingAttachment[] } | null {
  if (told === undefined) return null;
  const ad = told.ads_context_data ?? undefined;
  const referral: Referral = {
    source: sourceOf(told),
    headline: (told.headline || ad?.ad_title || '').slice(0, MAX_LINE),
    text: (told.body || (told.ref && `ref: ${told.ref}`) || '').slice(0, MAX_TEXT),
    url: openable(told.source_url || told.referer_uri || ''),
  };
  const picture = told.image_url || told.thumbnail_url || ad?.photo_url || '';
  return { referral, picture: URL.canParse(picture) ? [pictureAt(picture)] : [] };
}

function sourceOf({
  source_type,
  source,
  product,
  ads_context_data,
}: z.infer<typeof referralSchema>): Referral['source'] {
  if (product || ads_context_data?.product_id) return 'product';
  if (source_type === 'ad' || source === 'ADS' || source === 'ADS_POST') return 'ad';
  if (source_type === 'post') return 'post';
  return source === 'SHORTLINK' || source === 'IGME-SOURCE-LINK' ? 'link' : 'other';
}

/** An address that a browser may be sent to. */
function openable(url: string): string | null {
  if (url.length > MAX_TEXT || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** Inline: it belongs to the card, and is no file of the message. */
const pictureAt = (url: string): IncomingAttachment => ({
  kind: 'image',
  filename: 'picture',
  content_type: 'application/octet-stream',
  size: 0,
  disposition: 'inline',
  content_id_header: null,
  storage_key: null,
  external_media_id: url,
});
