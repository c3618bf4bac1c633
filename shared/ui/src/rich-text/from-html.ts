import type { AgentId } from '@inbox/domain';
import { inertDocument } from '../inert-document';
import {
  cleanText,
  isInlineImage,
  MOST_DEPTH,
  normalText,
  PLAIN,
  safeHref,
  type Align,
  type Block,
  type RichText,
  type Run,
  type TextKind,
  type TextStyle,
} from './rich-text';

/** What of an element nobody is to see, or what is no text: it is left out with all that is in it. */
const LEFT_OUT = new Set(
  'script style head title meta link template noscript noembed noframes iframe frame object embed applet svg math canvas video audio source track map input select textarea button datalist dialog xml'.split(
    ' ',
  ),
);
/** What stands in lines of its own. */
const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody tfoot thead tr ul caption'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
/** Elements within elements; what is deeper is taken as if it stood there. */
const MOST_NESTED = 200;

interface Around extends TextStyle {
  kind: TextKind;
  depth: number;
  align: Align;
  /** Spaces and line ends count. */
  pre: boolean;
  /** In a cell of a table. */
  isCell: boolean;
  /** In so many lists. */
  lists: number;
  listKind: 'bullet' | 'number';
  nested: number;
}

interface Line {
  kind: TextKind;
  depth: number;
  align: Align;
  runs: Run[];
}

/**
 * Reads HTML as far as the editor can hold it: what `toHtml` has written without loss, and what was copied from Word,
 * Google Docs, Excel or a page of the web cleaned of all else. Nothing of it is run or fetched.
 * @param isImage which addresses of pictures it may have
 */
export function fromHtml(html: string, isImage: (src: string) => boolean = isInlineImage): RichText {
  const root = inertDocument().createElement('div');
  root.innerHTML = html;
  const reader = new Reader(isImage);
  reader.read(root, {
    ...PLAIN,
    kind: 'paragraph',
    depth: 0,
    align: null,
    pre: false,
    isCell: false,
    lists: 0,
    listKind: 'bullet',
    nested: 0,
  });
  reader.endLine();
  return normalText(reader.blocks, isImage);
}

class Reader {
  readonly blocks: Block[] = [];
  #line: Line | null = null;
  /** A space or the beginning of a line was last: the next space is none. */
  #isAfterSpace = true;

  constructor(private readonly isImage: (src: string) => boolean) {}

  read(parent: Node, around: Around): void {
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) this.#text(node.nodeValue ?? '', around);
      else if (isElement(node)) this.#element(node, around);
    }
  }

  endLine(): void {
    const line = this.#line;
    this.#line = null;
    this.#isAfterSpace = true;
    if (line === null) return;
    trimEnd(line.runs);
    const last = line.runs.at(-1);
    // The line end that only gives an empty line its height.
    if (last?.text.endsWith('\n')) last.text = last.text.slice(0, -1);
    for (const run of line.runs) run.text = run.text.replaceAll(COLLAPSIBLE, ' ');
    this.blocks.push(line);
  }

  #element(element: Element, around: Around): void {
    const name = element.localName;
    const style = element.getAttribute('style') ?? '';
    if (LEFT_OUT.has(name) || isHidden(element, style)) return;
    if (name === 'br') return this.#append('\n', around);
    if (name === 'img') return this.#image(element, around);
    // What Word puts into an empty line.
    if (name === 'o:p') return element.textContent?.trim() === '' ? this.#fill(around) : this.read(element, around);
    const inside = { ...styled(name, element, style, around), nested: around.nested + 1 };
    const read = () =>
      around.nested < MOST_NESTED ? this.read(element, inside) : this.#text(element.textContent ?? '', inside);
    if (name === 'td' || name === 'th') {
      // Cells of a row stand side by side.
      if (this.#line !== null) {
        trimEnd(this.#line.runs);
        this.#append('    ', around);
      }
      this.#isAfterSpace = true;
      inside.isCell = true;
      return read();
    }
    if (!BLOCKS.has(name)) return read();
    const isNewLine = (around.kind === 'paragraph' && !around.isCell) || /^(?:li|ul|ol|tr)$/.test(name);
    const end = () => (isNewLine ? this.endLine() : this.#goOn(inside));
    end();
    read();
    end();
  }

  /** A paragraph in a list's item goes on in the item, one in a table's cell in its line. */
  #goOn(around: Around): void {
    const last = this.#line?.runs.at(-1);
    if (last === undefined) return;
    if (around.isCell) this.#text(' ', around);
    else if (!last.text.endsWith('\n')) this.#append('\n', around);
  }

  #fill(around: Around): void {
    if (this.#line === null) this.#append('\n', around);
  }

  #image(element: Element, around: Around): void {
    const src = (element.getAttribute('src') ?? '').replace(/\s+/g, '');
    const alt = element.getAttribute('alt') ?? '';
    // A picture that is somewhere else would tell whose server it is who reads the text.
    if (!this.isImage(src)) return this.#text(alt, around);
    this.endLine();
    const width = /^([1-9]\d?|100)%$/.exec(declarations(element.getAttribute('style') ?? '').get('width') ?? '')?.[1];
    this.blocks.push({
      kind: 'image',
      align: around.align,
      src,
      alt,
      width: width === undefined ? null : Number(width),
    });
  }

  #text(raw: string, around: Around): void {
    if (around.pre) return this.#append(cleanText(raw), around);
    let text = raw
      .split(/[ \t\r\n\f]+/)
      .map(cleanText)
      .join(COLLAPSIBLE);
    if (this.#isAfterSpace && text.startsWith(COLLAPSIBLE)) text = text.slice(1);
    if (text === '') return;
    this.#append(text, around);
    this.#isAfterSpace = text.endsWith(COLLAPSIBLE);
  }

  #append(text: string, { kind, depth, align, bold, italic, underline, code, href, mention }: Around): void {
    this.#line ??= { kind, depth, align, runs: [] };
    if (text === '\n') trimEnd(this.#line.runs);
    this.#line.runs.push({ text, bold, italic, underline, code, href, mention });
    this.#isAfterSpace = text.endsWith('\n');
  }
}

/** Stands for a space that is none at the end of a line; `cleanText` leaves it in no text. */
const COLLAPSIBLE = '\ufdd0';

function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last !== undefined; last = runs.at(-1)) {
    if (!last.text.endsWith(COLLAPSIBLE)) return;
    last.text = last.text.slice(0, -COLLAPSIBLE.length);
    if (last.text !== '') return;
    runs.pop();
  }
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

function isHidden(element: Element, style: string): boolean {
  if (element.hasAttribute('hidden')) return true;
  // Word's own bullets and numbers stand in the text.
  return /(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|mso-list\s*:\s*ignore)/i.test(style);
}

function styled(name: string, element: Element, style: string, around: Around): Around {
  const inside = { ...around };
  if (name === 'strong' || name === 'b' || name === 'th' || HEADING.test(name)) inside.bold = true;
  if (name === 'em' || name === 'i') inside.italic = true;
  if (name === 'u' || name === 'ins') inside.underline = true;
  if (name === 'code' || name === 'kbd' || name === 'samp' || name === 'tt') inside.code = true;
  if (name === 'span') inside.mention = mentionOf(element) ?? around.mention;
  if (name === 'pre') inside.pre = true;
  if (name === 'center') inside.align = 'center';
  if (name === 'a') inside.href = safeHref(element.getAttribute('href') ?? '') ?? around.href;
  if (name === 'ul' || name === 'ol') {
    inside.lists += 1;
    inside.listKind = name === 'ol' ? 'number' : 'bullet';
    inside.kind = 'paragraph';
  }
  if (name === 'li') {
    inside.kind = around.listKind;
    inside.depth = Math.min(Math.max(0, around.lists - 1), MOST_DEPTH);
  }
  const said = declarations(style);
  const weight = said.get('font-weight');
  if (weight !== undefined) inside.bold = /^(?:bold|bolder|[6-9]00)$/.test(weight);
  const slant = said.get('font-style');
  if (slant !== undefined) inside.italic = slant === 'italic' || slant.startsWith('oblique');
  const lines = said.get('text-decoration-line') ?? said.get('text-decoration');
  if (lines?.includes('underline')) inside.underline = true;
  const align = said.get('text-align') ?? (BLOCKS.has(name) ? element.getAttribute('align')?.toLowerCase() : undefined);
  if (align !== undefined) inside.align = align === 'left' || align === 'center' || align === 'right' ? align : null;
  const level = /\blevel(\d)/.exec(said.get('mso-list') ?? '')?.[1];
  if (level !== undefined) {
    inside.kind = wordListKind(element);
    inside.depth = Math.min(Number(level) - 1, MOST_DEPTH);
  }
  return inside;
}

function mentionOf(element: Element): AgentId | null {
  const id = element.getAttribute('data-mention') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? (Number(id) as AgentId) : null;
}

/** Word writes an item as a paragraph, and what stands before it as text that it says is to be ignored. */
function wordListKind(element: Element): 'bullet' | 'number' {
  const sign = [...element.querySelectorAll('[style]')].find((part) =>
    /mso-list\s*:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  );
  return /^\s*\(?(?:\d+|[ivxlc]+|[a-z])[.)]/i.test(sign?.textContent ?? '') ? 'number' : 'bullet';
}

function declarations(style: string): Map<string, string> {
  return new Map(
    style.split(';').flatMap((part): [string, string][] => {
      const colon = part.indexOf(':');
      if (colon < 0) return [];
      return [
        [
          part.slice(0, colon).trim().toLowerCase(),
          part
            .slice(colon + 1)
            .trim()
            .toLowerCase(),
        ],
      ];
    }),
  );
}
