/**
 * What the HTML of formatted text may hold. The editor writes nothing else, and the backend leaves out all else, whoever
 * asks it to store something.
 */
export const RICH_TAGS = ['div', 'p', 'br', 'strong', 'em', 'u', 'code', 'a', 'ul', 'ol', 'li', 'img', 'span'] as const;

/** By tag; `*` is any of them. */
export const RICH_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  span: ['data-mention'],
  '*': ['dir', 'style'],
};

/** The values that these properties of `style` may have. */
export const RICH_STYLES: Readonly<Record<string, RegExp>> = {
  'text-align': /^(?:left|right|center|start)$/,
  'max-width': /^100%$/,
  width: /^(?:[1-9]\d?|100)%$/,
};

export const RICH_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i;

/** Is it a picture that goes with the text? Never an address, by which a reader could be followed, or a drawing with code. */
export const isInlineImage = (src: string): boolean => INLINE_IMAGE.test(src);

/** Bytes of the picture that a data URL holds. */
export const imageBytes = (src: string): number => Math.floor(((src.length - src.indexOf(',') - 1) * 3) / 4);

/** An address to which a link may lead, as it was written; null for any other, such as one that runs code. */
export function safeHref(text: string): string | null {
  const href = text.trim().replace(/\p{Surrogate}/gu, '\ufffd');
  if (/[\s\p{Cc}<>"]/u.test(href) || href.length > 4_000) return null;
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/iu.exec(href) ?? [];
  if (!RICH_SCHEMES.some((known) => known === scheme?.toLowerCase())) return null;
  // An address of the web has a host; the others are not without what they are about.
  return (/^http/i.test(href) ? /^\/\/[^/?#\\]/ : /./).test(rest) ? href : null;
}
