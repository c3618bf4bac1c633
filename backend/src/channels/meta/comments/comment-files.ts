import type { MediaKind } from '@inbox/domain';
import * as z from 'zod/mini';
import type { IncomingAttachment } from '../../../conversations/incoming/incoming-message';
import { fileAt } from '../read/read-attachments';

const address = z.string().check(z.regex(/^https?:\/\//), z.maxLength(4_000));
/** An address, alone or in one of the forms in which the Graph API names files. */
const place = z.union([
  address,
  z.pipe(
    z.object({ media: z.object({ image: z.object({ src: address }) }) }),
    z.transform(({ media }) => media.image.src),
  ),
  z.pipe(
    z.object({ url: address }),
    z.transform(({ url }) => url),
  ),
  z.pipe(
    z.object({ src: address }),
    z.transform(({ src }) => src),
  ),
]);
/** A video has a still as well. */
const video = z.pipe(
  z.object({ type: z.string().check(z.regex(/video/)), media: z.object({ source: address }) }),
  z.transform(({ media }) => media.source),
);

const FIELDS: Readonly<Record<string, MediaKind>> = {
  photo: 'image',
  photos: 'image',
  image: 'image',
  picture: 'image',
  sticker: 'image',
  gif: 'image',
  animated_image: 'image',
  video: 'video',
};

const fields = z.record(z.string(), z.unknown());
const MOST_FILES = 10;

/** The picture, sticker, GIF or video of a comment. */
export function commentFiles(given: unknown): IncomingAttachment[] {
  const comment = fields.safeParse(given).data ?? {};
  const named = Object.entries(FIELDS).flatMap(([name, kind]) =>
    listOf(comment[name]).flatMap((each) => addressesOf(each).map((url) => fileAt(url, kind))),
  );
  const attached = [...listOf(comment['attachment']), ...listOf(comment['attachments'])].flatMap((each) => {
    const moving = video.safeParse(each).data;
    return moving === undefined ? addressesOf(each).map((url) => fileAt(url, 'image')) : [fileAt(moving, 'video')];
  });
  const all = [...named, ...attached];
  const isFirst = ({ external_media_id }: IncomingAttachment, index: number) =>
    all.findIndex((each) => each.external_media_id === external_media_id) === index;
  return all.filter(isFirst).slice(0, MOST_FILES);
}

const dataOf = z.looseObject({ data: z.array(z.unknown()) });
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return dataOf.safeParse(value).data?.data ?? (value === undefined || value === null ? [] : [value]);
}

const addressesOf = (value: unknown): string[] => {
  const url = place.safeParse(value).data;
  return url === undefined ? [] : [url];
};
