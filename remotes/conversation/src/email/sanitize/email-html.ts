import { messages } from '../../messages';
import { cleanMail } from './clean-mail';
import { isGrey } from './colours';
import { frameDocument } from '../frame/frame-document';
import { proxied, type ImageBase } from './image-proxy';
import { shellMarkup, wearBody } from './mail-body';
import { MailPieces } from './mail-pieces';
import { MailStyles, readSheet } from './mail-styles';
import { foldQuotedHistory } from '../quoted/fold-html';

/** A mail, or a piece of one, ready for its frame. */
export interface MailPiece {
  /** Clean, of a document without a window; to be imported into the frame's. */
  content: HTMLElement;
  /** The piece's own style sheets: the frame's document adopts them, as the page's policy refuses `<style>`. */
  css: string;
  /** Does it want images from other servers? They are left out unless allowed. */
  remoteImages: boolean;
  /** Does it bring colours of its own? They are made for white paper. */
  hasColours: boolean;
  /** The files of the mail that its images name, by content id; images carry it as `data-cid` until the file is there. */
  contentIds: ReadonlySet<string>;
}

export interface EmailDocument extends MailPiece {
  /** A document for `srcdoc` that says how the mail writes and what it may load, with nothing in it yet. */
  srcdoc: string;
  /** By which way images from other servers are had; false when they are not. */
  images: ImageBase;
  /** Reads on in the whole mail, of which this is the beginning: a piece in each task, until it is at its end. */
  rest(whole: string): Generator<MailPiece, void, void>;
}

const REMOTE = /^\s*(?:https?:)?\/\//i;

/**
 * A mail's HTML for a sandboxed frame: sanitised, links opening outside, what it quotes folded, and no request to anybody
 * unless `images` says by which way pictures are had.
 *
 * @param html the mail, or its beginning
 * @param subject of the mail: a mail that was forwarded is not folded
 */
export function emailDocument(html: string, images: ImageBase, subject = ''): EmailDocument {
  const pieces = new MailPieces(html);
  const reader = new PieceReader(images);
  const root = pieces.next(true);
  wearBody(root, html);
  const made = reader.read(root);
  foldQuotedHistory(root, messages.email.quoted, { subject, css: made.css });
  // Names could hide things of the frame's own document from this page, which measures it.
  for (const element of root.querySelectorAll('[id]')) element.removeAttribute('id');
  return {
    ...made,
    srcdoc: frameDocument(images, shellMarkup(root)),
    images,
    *rest(whole) {
      const more = pieces.goingOn(whole);
      while (!more.isAtEnd) yield reader.read(more.next());
    },
  };
}

/** Reads piece after piece of one mail. */
class PieceReader {
  private readonly styles: MailStyles;
  private pictures = 0;

  constructor(private readonly images: ImageBase) {
    this.styles = new MailStyles(images);
  }

  read(root: HTMLElement): MailPiece {
    const sheet = readSheet(cleanMail(root).css);
    const contentIds = new Set<string>();
    const piece = { content: root, ...sheet, contentIds };
    const settle = (element: Element): void => {
      const style = element.getAttribute('style');
      if (style !== null) this.settleStyle(element, style, piece);
      piece.hasColours ||= hasColourAttribute(element);
      if (element.localName === 'img') piece.remoteImages = this.settleImage(element, contentIds) || piece.remoteImages;
      else if (element.localName === 'a' || element.localName === 'area') settleLink(element);
    };
    settle(root);
    for (const element of root.querySelectorAll('[style], [bgcolor], [text], font[color], img, a, area'))
      settle(element);
    return piece;
  }

  private settleStyle(
    element: Element,
    text: string,
    piece: { css: string } & Omit<MailPiece, 'content' | 'css'>,
  ): void {
    const read = this.styles.read(text);
    piece.remoteImages ||= read.remoteImages;
    piece.hasColours ||= read.hasColours;
    if (read.pictures !== '') {
      element.setAttribute('data-inbox-style', String(this.pictures));
      piece.css += `\n[data-inbox-style="${this.pictures}"] { ${read.pictures} }`;
      this.pictures += 1;
    }
    if (read.style !== text) element.setAttribute('style', read.style);
  }

  /** @returns whether it is another server's */
  private settleImage(image: Element, contentIds: Set<string>): boolean {
    const src = (image.getAttribute('src') ?? '').trim();
    if (/^data:/i.test(src)) return false;
    const isRemote = REMOTE.test(src);
    if (isRemote && this.images !== false) {
      image.setAttribute('src', proxied(this.images, src.replace(/^\/\//, 'https://')));
      image.setAttribute('referrerpolicy', 'no-referrer');
      return true;
    }
    image.removeAttribute('src');
    if (/^cid:/i.test(src)) {
      const id = decoded(src.slice(4));
      contentIds.add(id);
      image.setAttribute('data-cid', id);
    }
    return isRemote;
  }
}

/** White paper under it all, and grey letters, bring none. */
function hasColourAttribute(element: Element): boolean {
  const ground = element.getAttribute('bgcolor');
  const ink = element.getAttribute(element.localName === 'font' ? 'color' : 'text');
  return (ground !== null && ground.trim() !== '') || (ink !== null && !isGrey(ink.trim()));
}

function settleLink(link: Element): void {
  // A content id means something on an image alone.
  if (/^\s*cid:/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
