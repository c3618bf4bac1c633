import { htmlCut } from '@inbox/domain/conversation';
import { flatHtml, isTooDeep } from './flat-html';
import { inertDocument } from '@inbox/ui/inert-document';

/** UTF-16 units of HTML that are read in one task. A dense one takes some 10 ms on the slowest laptops. */
const PIECE = 25_000;
/** Of these as many are read at a time to know how deep the mail is nested: a browser reads so few in no time. */
const PROBE = 8_000;
/** Of the tags that are opened anew in each piece: more would make each piece as long as the mail. */
const MAX_REOPENED = 4_000;

/** Stands at the end of what is parsed, so that the elements around it are those that are still open. */
const END = 'inbox-end';

/**
 * Parses a mail piece by piece, each with the elements around it that the pieces before it have left open, so that a table
 * or a list goes on where it was cut.
 */
export class MailPieces {
  /** @param html of which what is before `at` was read, and left the tags in `reopened` open */
  constructor(
    private readonly html: string,
    private at = 0,
    private reopened = '',
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.html.length;
  }

  /** The pieces after what was read, of a mail that begins with it. */
  goingOn(whole: string): MailPieces {
    return new MailPieces(whole, this.at, this.reopened);
  }

  /** @param all of what there is, else a piece of it */
  next(all = false): HTMLElement {
    const end = all ? this.html.length : htmlCut(this.html, this.at + PIECE, this.at);
    const text = this.html.slice(this.at, end);
    this.at = end;
    const root = parsed(this.reopened + (nestsDeep(this.reopened, text) ? flatHtml(text) : text));
    this.reopened = openTags(openElements(root));
    return root;
  }
}

function parsed(html: string): HTMLElement {
  const root = inertDocument().createElement('div');
  root.innerHTML = `${html}<!--${END}-->`;
  return root;
}

/** Asks the parser itself, bit by bit: what it takes for nested, nothing else knows as well. */
function nestsDeep(reopened: string, text: string): boolean {
  let open = reopened;
  for (let at = 0; at < text.length;) {
    const end = htmlCut(text, at + PROBE, at);
    const elements = openElements(parsed(open + text.slice(at, end)));
    if (isTooDeep(elements.map(({ localName }) => localName))) return true;
    open = openTags(elements);
    at = end;
  }
  return false;
}

/** The elements that are open at the end of what was parsed, the outermost first. */
function openElements(root: HTMLElement): Element[] {
  const elements: Element[] = [];
  for (let at = endOf(root)?.parentElement; at && at !== root; at = at.parentElement) elements.push(at);
  return elements.toReversed();
}

/** Their start tags. */
function openTags(elements: readonly Element[]): string {
  const tags: string[] = [];
  let length = 0;
  for (const element of elements) {
    const shallow = element.cloneNode(false);
    if (!isElement(shallow)) break;
    const tag = shallow.outerHTML.replace(/<\/[^<>]*>$/, '');
    tags.push(tag);
    length += tag.length;
  }
  // The outermost ones hold the layout.
  while (length > MAX_REOPENED) length -= tags.pop()?.length ?? length;
  return tags.join('');
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** Last of all that was parsed, unless what is misplaced in a table was put before it. */
function endOf(root: HTMLElement): Node | null {
  for (let at: Node | null = root.lastChild; at; at = at.lastChild) {
    if (at.nodeType === Node.COMMENT_NODE && at.nodeValue === END) return at;
  }
  return null;
}
