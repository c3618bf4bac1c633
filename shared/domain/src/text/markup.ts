/** A message's text as it is shown (spec section 5, 'Message text markup'). Text all the way down: never HTML. */
export type MarkupNode =
  | { kind: 'text'; text: string }
  /** `href` is http or https and nothing else. */
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mono'; text: string }
  | { kind: StyledKind; children: MarkupNode[] };

type StyledKind = 'bold' | 'italic' | 'strike';

const STYLES: Record<string, StyledKind | 'mono' | undefined> = {
  '*': 'bold',
  _: 'italic',
  '~': 'strike',
  '`': 'mono',
};

const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;
const LINK = /(?:https?:\/\/|www\.)[^\s<>"]+/iy;
/** What ends a sentence rather than an address, and the markers that may stand around one. */
const LINK_TAIL = new Set('.,;:!?\'")]}*_~`');

/** *bold*, _italic_, ~strike~, `monospace` and links. A marker counts at the edge of a word, within one line. */
export function parseMarkup(text: string): MarkupNode[] {
  return parse(text, '');
}

/** `active` holds the markers we are inside of: none stands in itself, which also bounds the depth. */
function parse(text: string, active: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  // Markers that nothing on this line closes: each is looked for once, or hostile text would cost its length squared.
  const unclosed = new Set<string>();
  let plain = '';
  const flush = () => {
    if (plain !== '') nodes.push({ kind: 'text', text: plain });
    plain = '';
  };

  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\n') unclosed.clear();

    const link = linkAt(text, at);
    if (link !== null) {
      flush();
      nodes.push({ kind: 'link', text: link, href: hrefOf(link) });
      at += link.length;
      continue;
    }

    const style = STYLES[char];
    if (style !== undefined && !active.includes(char) && !unclosed.has(char) && opens(text, at)) {
      const end = closing(text, at);
      if (end !== -1) {
        flush();
        const inner = text.slice(at + 1, end);
        nodes.push(
          style === 'mono' ? { kind: 'mono', text: inner } : { kind: style, children: parse(inner, active + char) },
        );
        at = end + 1;
        continue;
      }
      unclosed.add(char);
    }

    plain += char;
    at += 1;
  }
  flush();
  return nodes;
}

/** The words alone, as a reader sees them: for one line of a preview, which shows no styles. */
export function withoutMarkup(text: string): string {
  const words = (node: MarkupNode): string => ('children' in node ? node.children.map(words).join('') : node.text);
  return parseMarkup(text).map(words).join('');
}

/** Text of which only the addresses mean anything, as in a notice. */
export function parseLinks(text: string): Extract<MarkupNode, { kind: 'text' | 'link' }>[] {
  const nodes: Extract<MarkupNode, { kind: 'text' | 'link' }>[] = [];
  let plainFrom = 0;
  const flush = (to: number) => {
    if (to > plainFrom) nodes.push({ kind: 'text', text: text.slice(plainFrom, to) });
  };
  for (let at = 0; at < text.length; at += 1) {
    const link = linkAt(text, at);
    if (link === null) continue;
    flush(at);
    nodes.push({ kind: 'link', text: link, href: hrefOf(link) });
    plainFrom = at + link.length;
    at = plainFrom - 1;
  }
  flush(text.length);
  return nodes;
}

const hrefOf = (link: string): string => (/^www\./i.test(link) ? `https://${link}` : link);

function linkAt(text: string, at: number): string | null {
  if (!/[hw]/i.test(text.charAt(at)) || WORD.test(text.charAt(at - 1))) return null;
  LINK.lastIndex = at;
  const match = LINK.exec(text)?.[0];
  const found = match === undefined ? undefined : withoutTail(match);
  return found === undefined || /^(?:https?:\/\/|https?|www)$/i.test(found) ? null : found;
}

/** From its end: a pattern would look at each of many signs in the middle of it as where the tail may begin. */
function withoutTail(link: string): string {
  let end = link.length;
  while (end > 0 && LINK_TAIL.has(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

function opens(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return !WORD.test(text.charAt(at - 1)) && next !== '' && next !== text.charAt(at) && !SPACE.test(next);
}

/** Where the marker at `at` is closed on its line, or -1. Addresses are stepped over: their underscores are their own. */
function closing(text: string, at: number): number {
  const marker = text.charAt(at);
  const mono = STYLES[marker] === 'mono';
  let here = at + 1;
  while (here < text.length && text.charAt(here) !== '\n') {
    const link = mono ? null : linkAt(text, here);
    if (link !== null) {
      here += link.length;
      continue;
    }
    const closes = here > at + 1 && text.charAt(here) === marker && !SPACE.test(text.charAt(here - 1));
    if (closes && !WORD.test(text.charAt(here + 1))) return here;
    here += 1;
  }
  return -1;
}
