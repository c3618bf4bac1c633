import type { ImageBase } from '../sanitize/image-proxy';

/** What the frame may do, whatever got past the sanitiser: styles in the mail itself, and images. Nothing else. */
const policy = (images: ImageBase) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:${images === false ? '' : ` ${images}`}; base-uri 'none'; form-action 'none'`;

/**
 * The document of a mail's frame, for `srcdoc`. It begins with its policy: a page with Trusted Types takes no other from
 * the inbox.
 */
export const frameDocument = (images: ImageBase, body: string): string =>
  '<!doctype html><html><head><meta charset="utf-8">' +
  `<meta http-equiv="Content-Security-Policy" content="${policy(images)}">` +
  '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">' +
  `</head>${body}</html>`;
