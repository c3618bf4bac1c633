import { claimedType } from '@inbox/domain/conversation';

/**
 * What a file is, by its first bytes. A table of our own, as only the types of spec section 5 are looked for, and those
 * that libraries leave out are among them: SVG and CSV are text, and an old Office file tells its program only by name.
 *
 * @returns null when the content is of no accepted type, whatever the name says
 */
export function trueType(head: Buffer, named: { name: string; type: string }): string | null {
  const family = FAMILIES.find(({ fits }) => fits(head));
  if (family === undefined) return null;
  const claimed = claimedType(named);
  if (family.types.includes(claimed)) return claimed;
  // Within a family of several the content cannot decide, and the claim has not.
  const [only, ...others] = family.types;
  return only === undefined || others.length > 0 || family.mustBeClaimed ? null : only;
}

interface Family {
  types: readonly string[];
  /** The content alone does not make a file one of these. */
  mustBeClaimed?: true;
  fits(head: Buffer): boolean;
}

const begins =
  (...starts: (string | number[])[]) =>
  (head: Buffer): boolean =>
    starts.some((start) => {
      const bytes = typeof start === 'string' ? Buffer.from(start, 'latin1') : Buffer.from(start);
      return head.subarray(0, bytes.length).equals(bytes);
    });

/** A zip archive in whose beginning one of these stands: its entries' names are not compressed. */
const zipWith =
  (...marks: string[]) =>
  (head: Buffer): boolean =>
    begins('PK\x03\x04')(head) && marks.some((mark) => head.includes(mark, 0, 'latin1'));

/** An ISO media file whose major brand is one of these. */
const brand =
  (brands: RegExp) =>
  (head: Buffer): boolean =>
    head.toString('latin1', 4, 8) === 'ftyp' && brands.test(head.toString('latin1', 8, 12));

function isText(head: Buffer): boolean {
  // A letter of more than one byte may be cut where the head ends.
  const text = new TextDecoder().decode(head, { stream: true });
  // oxlint-disable-next-line no-control-regex
  return text.trim() !== '' && !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text);
}

const isSvg = (head: Buffer): boolean =>
  isText(head) &&
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/i.test(
    head.toString('utf8'),
  );

/** MPEG audio begins with a tag or with a frame: 11 set bits, a layer, a bit rate and a sample rate that exist. */
function isMp3(head: Buffer): boolean {
  if (begins('ID3')(head)) return true;
  const [first = 0, second = 0, third = 0] = head;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08;
  return isFrame && (second & 0x06) !== 0 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}

/** ADTS: 12 set bits, then the layer, which is 0. */
const isAac = ([first = 0, second = 0]: Buffer): boolean => first === 0xff && (second & 0xf6) === 0xf0;

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';
const odf = (kind: string) => zipWith(`mimetype${openDocument}.${kind}`);

/** The first that fits. */
const FAMILIES: readonly Family[] = [
  { types: ['image/jpeg'], fits: begins([0xff, 0xd8, 0xff]) },
  { types: ['image/png'], fits: begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  // No reply carries these two: they are known for what is written in a text, and for notes.
  { types: ['image/gif'], fits: begins('GIF87a', 'GIF89a') },
  {
    types: ['image/webp'],
    fits: (head) => begins('RIFF')(head) && head.toString('latin1', 8, 12) === 'WEBP',
  },
  { types: ['application/pdf'], fits: begins('%PDF-') },
  { types: ['video/3gpp'], fits: brand(/^3g[pgrse]/) },
  { types: ['audio/mp4'], fits: brand(/^M4[ABP] /) },
  // What a browser records as audio/mp4 has the same brands as a video.
  { types: ['video/mp4', 'audio/mp4'], fits: brand(/^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|f4v )/) },
  { types: ['audio/amr'], fits: begins('#!AMR') },
  // Opus alone: a channel does not play other sounds in this container.
  { types: ['audio/ogg'], fits: (head) => begins('OggS')(head) && head.includes('OpusHead', 0, 'latin1') },
  { types: ['audio/aac'], fits: isAac },
  { types: ['audio/mpeg'], fits: isMp3 },
  { types: [`${openDocument}.presentation`], fits: odf('presentation') },
  { types: [`${openDocument}.spreadsheet`], fits: odf('spreadsheet') },
  { types: [`${openDocument}.text`], fits: odf('text') },
  {
    types: [
      `${openXml}.presentationml.presentation`,
      `${openXml}.spreadsheetml.sheet`,
      `${openXml}.wordprocessingml.document`,
    ],
    fits: zipWith('[Content_Types].xml', 'word/', 'xl/', 'ppt/'),
  },
  {
    types: ['application/vnd.ms-powerpoint', 'application/msword'],
    fits: begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  },
  { types: ['image/svg+xml'], fits: isSvg },
  { types: ['text/csv'], mustBeClaimed: true, fits: isText },
];
