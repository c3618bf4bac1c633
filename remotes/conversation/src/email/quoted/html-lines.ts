import { attributionAbove } from './attribution';
import type { Line } from './history-start';
import { classStyles, lookOf, PLAIN, type ClassStyles, type Look } from './looks';
import { readable } from './split-text';

/** A line of an HTML mail, and where it begins. */
export interface HtmlLine extends Line {
  /** Its first text or picture. */
  start: Node;
  /** UTF-16 units of that text that belong to the line before. */
  offset: number;
}

/** Elements that programs put around all that they quote: Gmail, Yahoo, Proton, Zoho, Tutanota. */
const CONTAINERS =
  '.gmail_quote:not(blockquote), .gmail_quote_container, .yahoo_quoted, .protonmail_quote:not(blockquote), .zmail_extra, .tutanota_quote:not(blockquote)';
/** Elements that programs write the line above a quote into: Gmail, Thunderbird. */
const ATTRIBUTIONS = '.gmail_attr, .moz-cite-prefix';
/** Outlook marks only where the quoted mail begins. */
const MARKS = '#divRplyFwdMsg, #x_divRplyFwdMsg, #appendonsend, #mail-editor-reference-message-container';
/** The line above a quoted mail in Outlook on the desktop, in its two shades. */
const OUTLOOK_RULE = /border-top:\s*solid\s+#(?:E1E1E1|B5C4DF)/i;

const BLOCK =
  /^(?:address|article|aside|blockquote|caption|center|d[dlt]|details|div|figure|footer|h[1-6]|header|li|main|ol|p|pre|section|summary|table|tr|ul)$/;
/** Links are coloured and headings bold in every mail. */
const OF_OWN_LOOK = /^(?:a|h[1-6]|th)$/;
const PRE = /(?:^|;)\s*white-space\s*:\s*pre/i;

/** State of an open element, inherited by the elements in it. */
interface Inside {
  element: Element;
  look: Look;
  hasOwnLook: boolean;
  isInTable: boolean;
  isPre: boolean;
  isAttribution: boolean;
  container: Element | null;
  quote: Element | null;
}

/**
 * Reads the lines of a cleaned HTML mail that have content, and the rules between them. The reader visits each
 * node once and does not recurse: deep nesting costs the same as flat.
 *
 * @param css the mail's own style sheets
 */
export function htmlLines(body: HTMLElement, css: string): HtmlLine[] {
  const reader = new LineReader(body, classStyles(css));
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.firstChild(); node;) {
    reader.read(node);
    let next = walker.firstChild();
    for (let left: Node | null = node; left && !next; left = next ? null : walker.parentNode()) {
      reader.leave(left);
      next = walker.nextSibling();
    }
    node = next;
  }
  return reader.end();
}

// The mail is of a document of its own, whose elements are not instances of this page's classes.
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

class LineReader {
  private readonly lines: HtmlLine[] = [];
  private line: (HtmlLine & { looks: string[] }) | null = null;
  private readonly open: Inside[];
  private begun: Element | null = null;
  private followsMark = false;

  constructor(
    body: Element,
    private readonly styles: ClassStyles,
  ) {
    const around = { hasOwnLook: false, isInTable: false, isPre: false, isAttribution: false };
    this.open = [{ element: body, look: PLAIN, container: null, quote: null, ...around }];
  }

  read(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) this.readText(node, node.nodeValue ?? '');
    else if (isElement(node)) this.enter(node);
  }

  leave(node: Node): void {
    if (!isElement(node)) return;
    if (BLOCK.test(node.localName)) this.endLine();
    if (this.begun === node) this.begun = null;
    if (this.open.at(-1)?.element === node) this.open.pop();
  }

  end(): HtmlLine[] {
    this.endLine();
    return this.lines;
  }

  private get inside(): Inside {
    const inside = this.open.at(-1);
    if (!inside) throw new Error('The body of the mail is always open.');
    return inside;
  }

  private enter(element: Element): void {
    const { localName: name } = element;
    if (BLOCK.test(name) || name === 'br' || name === 'hr') this.endLine();
    if (name === 'hr') this.lines.push({ ...this.newLine(element, 0), isRule: true, hasContent: false });
    if (name === 'img' && !isTiny(element)) this.begin(element, 0);
    const around = this.inside;
    const hasAttributes = element.hasAttributes();
    const style = hasAttributes ? (element.getAttribute('style') ?? '') : '';
    const begins = hasAttributes && around.container === null && around.quote === null && element.matches(CONTAINERS);
    if (begins) this.begun = element;
    if (hasAttributes && (OUTLOOK_RULE.test(style) || element.matches(MARKS))) this.followsMark = true;
    this.open.push({
      element,
      look: lookOf(element, around.look, this.styles),
      hasOwnLook: around.hasOwnLook || OF_OWN_LOOK.test(name),
      isInTable: around.isInTable || name === 'table',
      isPre: name === 'pre' || (style === '' ? around.isPre : around.isPre || PRE.test(style)),
      isAttribution: around.isAttribution || (hasAttributes && element.matches(ATTRIBUTIONS)),
      container: begins ? element : around.container,
      quote: name === 'blockquote' && this.isQuote(element, style) ? element : around.quote,
    });
  }

  /** Customers use quotes to indent their own words too: one that no program marks needs the line that names its author. */
  private isQuote(element: Element, style: string): boolean {
    if (this.inside.quote || element.getAttribute('type') === 'cite') return true;
    if (/(?:^|\s)(?:gmail|protonmail|tutanota)_quote(?:\s|$)/.test(element.className)) return true;
    return /border-left\s*:/i.test(style) || attributionAbove(this.lines, this.lines.length) !== null;
  }

  private readText(node: Node, text: string): void {
    if (!this.inside.isPre) return this.addText(node, 0, text);
    let offset = 0;
    for (const part of text.split('\n')) {
      if (offset > 0) this.endLine();
      this.addText(node, offset, part);
      offset += part.length + 1;
    }
  }

  private addText(node: Node, offset: number, text: string): void {
    if (readable(text) === '') {
      if (this.line) this.line.text += ' ';
      return;
    }
    const line = this.begin(node, offset);
    line.text += text;
    const { look, hasOwnLook, isInTable, quote } = this.inside;
    if (hasOwnLook) return;
    const colours = `${look.ink} ${look.ground}`;
    // Within a marked quote customers write in colour at most; tables in there are the shop's own layout.
    const seen = quote === null ? `${colours} ${look.emphasis}` : isInTable ? null : colours;
    if (seen !== null && !line.looks.includes(seen)) line.looks.push(seen);
  }

  private begin(node: Node, offset: number): HtmlLine & { looks: string[] } {
    if (this.line) return this.line;
    this.line = { ...this.newLine(node, offset), looks: [] };
    this.begun = null;
    this.followsMark = false;
    return this.line;
  }

  private newLine(start: Node, offset: number): HtmlLine {
    const { container, quote, isAttribution } = this.inside;
    return {
      text: '',
      hasContent: true,
      isQuoted: quote !== null,
      isRule: false,
      isAttribution,
      container: this.begun ? 'begins' : container ? 'inside' : 'none',
      followsMark: this.followsMark,
      quote,
      looks: [],
      start,
      offset,
    };
  }

  private endLine(): void {
    if (!this.line) return;
    const text = readable(this.line.text);
    // Programs that make HTML of text leave the marks of quoted lines in it.
    this.lines.push({ ...this.line, text, isQuoted: this.line.isQuoted || /^[>＞]/.test(text) });
    this.line = null;
  }
}

/** Pixels by which senders see that a mail was opened. */
function isTiny(image: Element): boolean {
  const [width, height] = ['width', 'height'].map((name) => image.getAttribute(name) ?? '');
  return /^[01](?:px)?$/.test(width ?? '') || /^[01](?:px)?$/.test(height ?? '');
}
