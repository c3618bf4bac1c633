/** Elements that are laid out before it is asked how high they are; each time it is twice as many. */
const FIRST = 300;
/** Elements of each piece after what the frame shows at most. */
const PIECE = 300;
/** A block of fewer elements is not cut. */
const SMALL = 20;

/** Blocks that are laid out below what is before them: a mail may be cut there. */
const BLOCK = /^(?:blockquote|center|div|dl|h[1-6]|hr|li|ol|p|pre|section|table|tbody|tr|ul)$/;
/** Holds such blocks. A row does not: its cells are beside each other. */
const HOLDER = /^(?:blockquote|center|div|ol|section|table|tbody|ul)$/;
/** Styles of a holder that lays its blocks out otherwise, or that would look different in two. */
const OWN_LAYOUT = /(?:^|[;\s])(?:display|float|position|column|(?:max-)?height|overflow|transform|writing-mode)/i;
/** Closed, it is not laid out anyway. */
const FOLD = 'inbox-quoted';
/** Rows that are asked for the widths of a table's columns. */
const ASKED_ROWS = 20;

/** Where an element is in two pieces its blocks follow each other as if it were one. */
export const SEAMS = `
  [data-inbox-cut] { margin-bottom: 0 !important; padding-bottom: 0 !important; border-bottom: 0 !important; }
  [data-inbox-goes-on] { margin-top: 0 !important; padding-top: 0 !important; border-top: 0 !important; }`;

/**
 * Puts a copy of a mail on its empty page. What comes after as much as the frame can show is put into pieces, which the
 * browser lays out when they are scrolled to: of a long mail laying out takes most of the time.
 *
 * @param heightOf asked after some elements: pixels of what is on the page
 * @param most pixels that the frame shows
 */
export function appendMail(page: Document, content: Node, heightOf: (page: Document) => number, most: number): void {
  const copy = new PageCopy(page, content);
  let [room, shown, height] = [FIRST, FIRST, 0];
  for (copy.add(room); !copy.isAtEnd && (height = heightOf(page)) < most; copy.add(room)) {
    room *= 2;
    shown += room;
  }
  // As high as what is above: until it is laid out nobody knows better.
  const guessed = Math.ceil((height * PIECE) / shown);
  while (!copy.isAtEnd) {
    copy.beginPiece(guessed);
    copy.add(PIECE);
  }
}

/** An element of the mail that is copied in part, and its copy. */
interface Open {
  source: Element;
  target: Element;
}

/** A copy of a mail that is made bit by bit. */
class PageCopy {
  private readonly body: Element;
  /** The outermost first. */
  private open: Open[] = [];
  /** What the next nodes are put into. */
  private into: Element;
  private at: Node | null;

  constructor(
    private readonly page: Document,
    content: Node,
  ) {
    this.body = page.body;
    this.into = page.body;
    this.at = content.firstChild;
  }

  get isAtEnd(): boolean {
    return this.at === null;
  }

  /** Copies so many elements, and up to the next block. */
  add(elements: number): void {
    let room = elements;
    while (this.at && (room > 0 || !isElement(this.at) || !BLOCK.test(this.at.localName))) {
      const size = sizeOf(this.at);
      if (size > room && size > SMALL && isElement(this.at) && isHolder(this.at)) {
        room -= 1;
        this.enter(this.at);
      } else {
        room -= size;
        this.into.append(this.page.importNode(this.at, true));
        this.at = this.at.nextSibling;
        this.leave();
      }
    }
  }

  /** @param height in pixels, as long as it is not laid out */
  beginPiece(height: number): void {
    const piece = this.page.createElement('div');
    piece.className = 'inbox-piece';
    piece.style.setProperty('contain-intrinsic-block-size', `auto ${height}px`);
    this.body.append(piece);
    this.into = piece;
    this.open = this.open.map(({ source, target: cut }) => {
      const target = this.page.importNode(source, false);
      cut.setAttribute('data-inbox-cut', '');
      target.setAttribute('data-inbox-goes-on', '');
      if (isTable(cut) && isTable(target)) keepColumns(cut, target);
      if (isList(cut) && isList(target)) target.start = cut.start + cut.childElementCount;
      this.into.append(target);
      this.into = target;
      return { source, target };
    });
  }

  private enter(source: Element): void {
    const target = this.page.importNode(source, false);
    this.into.append(target);
    this.into = target;
    this.open.push({ source, target });
    this.at = source.firstChild;
  }

  /** Out of the elements whose end it has come to. */
  private leave(): void {
    for (let last = this.open.at(-1); last && !this.at; last = this.open.at(-1)) {
      this.open.pop();
      this.at = last.source.nextSibling;
      this.into = last.target.parentElement ?? this.body;
    }
  }
}

// Of a frame's own world, where `instanceof` fails.
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
const isTable = (element: Element): element is HTMLTableElement => element.localName === 'table';
const isList = (element: Element): element is HTMLOListElement => element.localName === 'ol';

const isHolder = (element: Element): boolean =>
  HOLDER.test(element.localName) && !OWN_LAYOUT.test(element.getAttribute('style') ?? '');

function sizeOf(node: Node): number {
  if (!isElement(node)) return 0;
  return node.classList.contains(FOLD) ? 1 : 1 + node.getElementsByTagName('*').length;
}

/** Gives a table the columns of the one that it goes on. */
function keepColumns(cut: HTMLTableElement, table: HTMLTableElement): void {
  table.style.tableLayout = 'fixed';
  if (cut.hasAttribute('data-inbox-goes-on')) {
    // Its own are those that it was given: asking for them would have it laid out.
    table.style.width = cut.style.width;
    const given = cut.querySelector('colgroup');
    if (given) table.prepend(given.cloneNode(true));
    return;
  }
  const { width } = cut.getBoundingClientRect();
  table.style.width = `${width}px`;
  const fullest = [...cut.rows].slice(-ASKED_ROWS).toSorted((a, b) => b.cells.length - a.cells.length)[0];
  const columns = cut.ownerDocument.createElement('colgroup');
  for (const cell of fullest?.cells ?? []) {
    const column = cut.ownerDocument.createElement('col');
    column.span = cell.colSpan;
    column.style.width = `${(100 * cell.getBoundingClientRect().width) / width / cell.colSpan}%`;
    columns.append(column);
  }
  table.prepend(columns);
}
