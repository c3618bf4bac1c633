import { cleanStyle, takePictures } from './clean-style';
import { bringsColours } from './colours';
import type { ImageBase } from './image-proxy';

/** Lengths by the window's size: the frame grows with its content, so that these would grow without end. */
const WINDOW_LENGTHS = /(\d)(?:[dsl]?v(?:h|b|min|max))\b/gi;
const REMOTE_STYLE = /(?:url\(|image-set\(|@import)\s*['"]?\s*(?:https?:)?\/\//i;
/** What a style must not hold to be left as it was written. */
const TO_CLEAN =
  /[\\@{}<]|\/\*|--|url|image|src|var\(|attr\(|env\(|expression|behavior|binding|filter|clip|mask|marker|fill|stroke|offset|shape|cursor/i;
/** Of styles that are remembered: mails write the same ones again and again. */
const MOST = 2_000;

/** What of a mail's styles counts for the whole of it. */
export interface StyleFacts {
  remoteImages: boolean;
  hasColours: boolean;
}

interface CleanStyle extends StyleFacts {
  style: string;
  /** Declarations of pictures, to stand in a sheet. */
  pictures: string;
}

/** A sheet without lengths that follow the frame's height, and what it says of colours and pictures. */
export function readSheet(css: string): StyleFacts & { css: string } {
  return { css: steady(css), remoteImages: REMOTE_STYLE.test(css), hasColours: bringsColours(css) };
}

/** Cleans style attributes, each text once. */
export class MailStyles {
  private readonly known = new Map<string, CleanStyle>();
  private readonly scratch = document.implementation.createHTMLDocument('').createElement('div');

  /** @param images by which way those of other servers are had */
  constructor(private readonly images: ImageBase) {}

  read(text: string): CleanStyle {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const read = this.clean(text);
    if (this.known.size < MOST) this.known.set(text, read);
    return read;
  }

  private clean(text: string): CleanStyle {
    const facts = { remoteImages: REMOTE_STYLE.test(text), hasColours: bringsColours(text) };
    if (!TO_CLEAN.test(text)) return { ...facts, style: steady(text), pictures: '' };
    // Where styles are read, which a document without a window does not do; in this page images would load at once.
    const { style } = this.scratch;
    style.cssText = text;
    cleanStyle(style, this.images);
    // What a style attribute asks for, Chromium tells where from, whatever the page says; a sheet's pictures it does not.
    const pictures = takePictures(style);
    return { ...facts, style: steady(style.cssText), pictures };
  }
}

const steady = (css: string): string => css.replace(WINDOW_LENGTHS, '$1px');
