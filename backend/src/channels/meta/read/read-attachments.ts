import type { MediaKind, MessageMark } from '@inbox/domain';
import * as z from 'zod/mini';
import { safeFilename } from '../../../platform/files/file-types';
import type { IncomingAttachment } from '../../../conversations/incoming/incoming-message';
import { lenientList, lenientText } from './lenient-text';
import { messages } from '../messages';

const text = z.optional(z.string());

/** A card of a template, or what a receipt lists. */
const templateElement = z.object({
  title: lenientText,
  subtitle: lenientText,
  buttons: lenientList(z.object({ title: lenientText })),
});

/** An attachment of Instagram and Messenger: a file behind an address, or a thing with words. */
export const attachmentSchema = z.object({
  type: z.string(),
  title: text,
  url: text,
  payload: z.optional(
    z.nullable(
      z.object({
        url: text,
        title: text,
        sticker_id: z.optional(z.number()),
        product: z.optional(
          z.object({ elements: z._default(z.optional(z.array(z.object({ title: text, subtitle: text }))), []) }),
        ),
        is_view_once: z.optional(z.boolean()),
        text: lenientText,
        elements: lenientList(templateElement),
        buttons: lenientList(z.object({ title: lenientText })),
        coordinates: z.optional(z.object({ lat: z.number(), long: z.number() })),
      }),
    ),
  ),
});
type Attached = z.infer<typeof attachmentSchema>;

const FILES: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  story_mention: 'image',
};
/** What people share of the network: shown by its address, which opens there. */
const SHARED = /^(?:share|ig_post|ig_reel|ig_story|reel|post|fallback|template)$/;

export interface ReadAttachments {
  attachments: IncomingAttachment[];
  /** What there is to say of those that are no files. */
  lines: string[];
  marks: MessageMark[];
  isStoryMention: boolean;
  isEmpty: boolean;
  isUnderstood: boolean;
}

/** @param storyUrl the story that the message answers: its picture comes first */
export function readAttachments(given: readonly Attached[], storyUrl: string | undefined): ReadAttachments {
  const attachments: IncomingAttachment[] = storyUrl === undefined ? [] : [fileAt(storyUrl, 'image')];
  const lines: string[] = [];
  let isUnderstood = true;
  for (const one of given) {
    const url = one.payload?.url ?? one.url;
    const kind = Object.hasOwn(FILES, one.type) ? FILES[one.type] : undefined;
    const place = one.payload?.coordinates;
    const products = one.payload?.product?.elements ?? [];
    if (one.type === 'like_heart') lines.push(messages.like);
    else if (one.type === 'ephemeral') lines.push(messages.viewOnce);
    else if (products.length > 0) {
      lines.push(products.map(({ title = '', subtitle = '' }) => messages.product(title, subtitle)).join('\n'));
    } else if (kind !== undefined && url !== undefined) attachments.push(fileAt(url, kind));
    else if (place !== undefined) {
      lines.push(messages.location(one.title ?? '', '', `https://maps.google.com/?q=${place.lat},${place.long}`));
    } else if (one.type === 'template' && templateLines(one.payload).length > 0) {
      lines.push(templateLines(one.payload).join('\n'));
    } else if (SHARED.test(one.type) && (url ?? one.title ?? one.payload?.title) !== undefined) {
      lines.push([one.title ?? one.payload?.title, url].filter(Boolean).join('\n'));
    } else {
      isUnderstood = false;
      // A file that is named without its address is missing, and of a kind that is known.
      if (kind === undefined) lines.push(messages.unknownAttachment(one.type.slice(0, 60)));
    }
  }
  return {
    attachments,
    lines,
    marks: given.some(({ payload }) => payload?.is_view_once === true) ? ['view_once'] : [],
    isStoryMention: given.some(({ type }) => type === 'story_mention'),
    isEmpty: attachments.length === 0 && lines.length === 0,
    isUnderstood,
  };
}

/** The text, cards and buttons of a template that the shop sent with another tool. */
function templateLines(payload: Attached['payload']): string[] {
  const { text: words = '', elements = [], buttons = [] } = payload ?? {};
  const offered = (of: readonly { title: string }[]) =>
    messages.choices(
      '',
      of.flatMap(({ title }) => title || []),
    );
  const cards = elements.flatMap(({ title, subtitle, buttons: own }) => [title, subtitle, offered(own)]);
  return [words, ...cards, offered(buttons)].filter(Boolean);
}

/** The bytes are fetched later, and then their true type is known. */
export function fileAt(url: string, kind: MediaKind): IncomingAttachment {
  const name = kind === 'document' ? nameIn(url) : '';
  return {
    kind,
    filename: safeFilename(name, 'application/octet-stream', kind),
    content_type: 'application/octet-stream',
    size: 0,
    disposition: 'attachment',
    content_id_header: null,
    storage_key: null,
    external_media_id: url,
  };
}

function nameIn(url: string): string {
  if (!URL.canParse(url)) return '';
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
