import DOMPurify from 'dompurify';
import { messages } from '../../messages';
import { cleanStyle, takePictures } from './clean-style';
import { inertDocument } from './inert-document';
import { bodyMarkup, keepWriting, wearBody } from './mail-body';
import { foldQuotedHistory } from './quoted-history';

export interface EmailDocument {
  /** A whole document for `srcdoc`, without style sheets. */
  srcdoc: string;
  /** The mail's own style sheets: the frame's document adopts them, as the page's policy refuses `<style>`. */
  css: string;
  /** Does the mail want images from other servers? They are left out unless allowed. */
  remoteImages: boolean;
  /** Are they? */
  images: boolean;
  /** Does the mail bring colours of its own? They are made for white paper. */
  hasColours: boolean;
  /** The files of the mail that its images name, by content id; images carry it as `data-cid` until the file is there. */
  contentIds: ReadonlySet<string>;
}

/** What the frame may do, whatever got past the sanitiser: styles in the mail itself, and images. Nothing else. */
const policy = (images: boolean) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:${images ? ' https:' : ''}; base-uri 'none'; form-action 'none'`;

const ADDRESS = /^(?:https?:|mailto:|tel:|cid:|\/\/|data:image\/(?:png|jpe?g|gif|webp);)/i;
/** The attributes that hold addresses, of those that the sanitiser leaves. */
const ADDRESSED = ['href', 'src', 'cite', 'longdesc', 'poster', 'action', 'data', 'xlink\\:href'];
const REMOTE = /^\s*(?:https?:)?\/\//i;
const REMOTE_STYLE = /(?:url\(|image-set\(|@import)\s*['"]?\s*(?:https?:)?\/\//i;
const COLOUR = /(?:^|[\s;{"'])(?:background(?:-color|-image)?|color)\s*:/i;
/** Lengths by the window's size: the frame grows with its content, so that these would grow without end. */
const WINDOW_LENGTHS = /(\d)(?:[dsl]?v(?:h|b|min|max))\b/gi;

/**
 * A mail's HTML as a document for a sandboxed frame: sanitised, links opening outside, what it quotes folded, and no
 * request to anybody unless `images` allows those.
 */
export function emailDocument(html: string, images: boolean): EmailDocument {
  const { body, css: own } = sanitise(html);
  foldQuotedHistory(body, messages.email.quoted);
  // Names could hide things of the frame's own document from this page, which measures it.
  for (const element of body.querySelectorAll('[id]')) element.removeAttribute('id');
  const settled = settleImages(body, images);

  let css = steady(own);
  let remoteImages = settled.remote || REMOTE_STYLE.test(css);
  let hasColours = COLOUR.test(css) || body.querySelector('[bgcolor], font[color], [text]') !== null;
  const styled = [body, ...body.querySelectorAll<HTMLElement>('[style]')].filter((one) => one.hasAttribute('style'));
  for (const [index, element] of styled.entries()) {
    const style = element.getAttribute('style') ?? '';
    remoteImages ||= REMOTE_STYLE.test(style);
    hasColours ||= COLOUR.test(style);
    cleanStyle(element.style, images);
    // What a style attribute asks for, Chromium tells where from, whatever the page says; a sheet's pictures it does not.
    const pictures = takePictures(element.style);
    if (pictures !== '') {
      element.dataset['inboxStyle'] = String(index);
      css += `\n[data-inbox-style="${index}"] { ${pictures} }`;
    }
    // Written anew: what the browser could not read is gone.
    element.setAttribute('style', steady(element.style.cssText));
  }
  for (const link of body.querySelectorAll('a, area')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }

  const srcdoc =
    '<!doctype html><html><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy(images)}">` +
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">' +
    `</head>${bodyMarkup(body)}</html>`;
  return { srcdoc, css, images, remoteImages, hasColours, contentIds: settled.contentIds };
}

function sanitise(html: string): { body: HTMLElement; css: string } {
  const root = inertDocument().createElement('div');
  root.innerHTML = html;
  wearBody(root, html);
  const css = [...root.querySelectorAll('style')].map((sheet) => sheet.textContent).join('\n');
  DOMPurify.sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
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
      'marquee',
      'template',
    ],
    FORBID_ATTR: ['srcset', 'ping', 'background', 'name', 'usemap', 'autofocus', 'popover', 'data-cid'],
    // The sanitiser asks it of all attributes: a width or a colour is no address, and passes too.
    ALLOWED_URI_REGEXP: new RegExp(`${ADDRESS.source}|^(?:[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i'),
  });
  // There styles are read, which a document without a window does not do; in this page images would load at once.
  const body = document.implementation.createHTMLDocument('').importNode(root, true);
  keepWriting(body);
  // What has no scheme would lead into this inbox.
  for (const attribute of ADDRESSED) {
    for (const element of body.querySelectorAll(`[${attribute}]`)) {
      if (!ADDRESS.test((element.getAttribute(attribute) ?? '').trim())) element.removeAttribute(attribute);
    }
  }
  return { body, css };
}

function settleImages(body: HTMLElement, allowed: boolean): { remote: boolean; contentIds: Set<string> } {
  const contentIds = new Set<string>();
  let remote = false;
  for (const image of body.querySelectorAll('img')) {
    const src = (image.getAttribute('src') ?? '').trim();
    if (/^cid:/i.test(src)) {
      const id = decoded(src.slice(4));
      contentIds.add(id);
      image.removeAttribute('src');
      image.setAttribute('data-cid', id);
    } else if (REMOTE.test(src)) {
      remote = true;
      if (allowed) {
        image.setAttribute('src', src.replace(/^\/\//, 'https://'));
        image.setAttribute('referrerpolicy', 'no-referrer');
      } else image.removeAttribute('src');
    } else if (!/^data:/i.test(src)) {
      image.removeAttribute('src');
    }
  }
  // A content id means something on an image alone.
  for (const link of body.querySelectorAll('[href^="cid:" i]')) link.removeAttribute('href');
  return { remote, contentIds };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const steady = (css: string) => css.replace(WINDOW_LENGTHS, '$1px');
