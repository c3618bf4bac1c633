import DOMPurify from 'dompurify';

export interface EmailDocument {
  /** A whole document for `srcdoc`, without style sheets. */
  srcdoc: string;
  /** The mail's own style sheets and ours: the frame's document adopts them, as the page's policy refuses `<style>`. */
  css: string;
  /** Does the mail want images from other servers? They are left out unless allowed. */
  remoteImages: boolean;
}

/** What the frame may do, whatever got past the sanitiser: styles in the mail itself, and images. Nothing else. */
const policy = (images: boolean) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:${images ? ' https:' : ''}; base-uri 'none'; form-action 'none'`;

const FRAME_STYLE = `
  html { color-scheme: light; background: #fff; color: #17212b; }
  body { margin: 0; padding: 12px; font: 14px/20px system-ui, sans-serif; overflow-wrap: anywhere; }
  body > :first-child, body > div:first-child > :first-child { margin-top: 0; }
  body > :last-child, body > div:last-child > :last-child { margin-bottom: 0; }
  img, table { max-width: 100%; }
  img { height: auto; }
  pre { white-space: pre-wrap; }
`;

const REMOTE = /^\s*(?:https?:)?\/\//i;
const REMOTE_STYLE = /url\(\s*['"]?\s*(?:https?:)?\/\//i;

/**
 * A mail's HTML as a document for a sandboxed frame: sanitised, links opening outside, and no request to anybody unless
 * `images` allows those.
 */
export function emailDocument(html: string, images: boolean): EmailDocument {
  const body = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    // A sheet that begins the mail would otherwise be dropped with the head it is moved to.
    FORCE_BODY: true,
    FORBID_TAGS: [
      'form',
      'input',
      'button',
      'select',
      'textarea',
      'option',
      'audio',
      'video',
      'source',
      'track',
      'dialog',
    ],
    FORBID_ATTR: ['srcset', 'ping', 'background', 'id', 'name', 'usemap', 'autofocus', 'popover'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpe?g|gif|webp);)/i,
  });
  let remoteImages = false;

  for (const image of body.querySelectorAll('img')) {
    if (!REMOTE.test(image.getAttribute('src') ?? '')) continue;
    remoteImages = true;
    if (images) image.setAttribute('referrerpolicy', 'no-referrer');
    else image.removeAttribute('src');
  }
  const sheets = [...body.querySelectorAll('style')];
  const css = [FRAME_STYLE, ...sheets.map((sheet) => sheet.textContent)].join('\n');
  for (const sheet of sheets) sheet.remove();
  const attributes = [...body.querySelectorAll('[style]')].map((element) => element.getAttribute('style') ?? '');
  if ([css, ...attributes].some((style) => REMOTE_STYLE.test(style))) remoteImages = true;
  for (const link of body.querySelectorAll('a, area')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }

  const holder = document.createElement('div');
  holder.append(body);
  const srcdoc =
    '<!doctype html><html><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy(images)}">` +
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">' +
    `</head><body>${holder.innerHTML}</body></html>`;
  return { srcdoc, css, remoteImages };
}
