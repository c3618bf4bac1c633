/** Elements that hold what a mail answers, by the programs that write them: Gmail, Apple Mail, Thunderbird, Yahoo, Proton, Zoho. */
const QUOTES = [
  '.gmail_quote',
  '.gmail_quote_container',
  'blockquote[type="cite"]',
  '.yahoo_quoted',
  '.protonmail_quote',
  '.zmail_extra',
  '.tutanota_quote',
].join(',');

/** Outlook marks only where the quoted mail begins: all that follows is it. */
const BEGINNINGS = [
  '#divRplyFwdMsg',
  '#x_divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
].join(',');

/** The line above a quoted mail in Outlook on the desktop, in its two shades. */
const OUTLOOK_RULE = /border-top:\s*solid\s+#(?:E1E1E1|B5C4DF)/i;
const ORIGINAL_MESSAGE = /^\s*-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine)\s*-{2,}/i;
/** A mail that is handed on is what the sender wants to show. */
const FORWARDED = /^\s*-{5,}\s*forwarded message|^\s*begin forwarded message:/i;

/** Quotes that are looked at: a mail that begins with more of them is no answer. */
const MOST_QUOTES = 5;
/** UTF-16 units that say what a block is. */
const HEAD = 200;

/**
 * Folds what a mail quotes of those before it into a closed `details`, which opens without a script. A mail that says
 * nothing above what it quotes stays as it is.
 */
export function foldQuotedHistory(body: HTMLElement, label: string): void {
  const quotes = [...body.querySelectorAll<HTMLElement>(QUOTES)].slice(0, MOST_QUOTES);
  const quote = quotes.find((one) => isHistory(body, one));
  const beginning = findBeginning(body);
  if (quote && !(beginning && precedes(beginning, quote))) fold(attributionOf(quote), [quote], label);
  else if (beginning && isHistory(body, beginning)) fold(beginning, followers(body, beginning), label);
}

function findBeginning(body: HTMLElement): HTMLElement | undefined {
  const marked = body.querySelector<HTMLElement>(BEGINNINGS);
  if (marked) return marked;
  const ruled = [...body.querySelectorAll<HTMLElement>('div[style]')].find((one) =>
    OUTLOOK_RULE.test(one.getAttribute('style') ?? ''),
  );
  return ruled ?? findOriginalMessage(body);
}

/** Looks at each text once: an element's whole text would be read again for each that is around it. */
function findOriginalMessage(body: HTMLElement): HTMLElement | undefined {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!/^\s*-{2,}/.test(text.nodeValue ?? '')) continue;
    const block = text.parentElement?.closest<HTMLElement>('p, div, span');
    if (!block || block === body || block.children.length >= 5) continue;
    if (ORIGINAL_MESSAGE.test(textFrom(block, 60))) return outermost(block, body);
  }
  return undefined;
}

/** The element around it that begins with it, as long as it holds little else. */
function outermost(block: HTMLElement, body: HTMLElement): HTMLElement {
  let found = block;
  for (let around = block.parentElement; around && around !== body; around = around.parentElement) {
    const begins = !found.previousElementSibling && !found.previousSibling?.nodeValue?.trim();
    if (!begins || around.children.length >= 5) break;
    if (around.matches('p, div, span')) found = around;
    else break;
  }
  return found;
}

/** What an element's text begins with. */
function textFrom(element: HTMLElement, length: number): string {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  while (text.length < length && texts.nextNode()) text += texts.currentNode.nodeValue ?? '';
  return text.slice(0, length);
}

const precedes = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Is something said above it, and is it no mail that was handed on? */
function isHistory(body: HTMLElement, quote: HTMLElement): boolean {
  if (FORWARDED.test(textFrom(quote, HEAD))) return false;
  const end = attributionOf(quote);
  const above = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (above.nextNode()) {
    const node = above.currentNode;
    if (node === end) return false;
    if (node.nodeName === 'IMG' || (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '')) return true;
  }
  return false;
}

/** 'On Friday Asha wrote:' stands before the quote in Thunderbird. */
function attributionOf(quote: HTMLElement): HTMLElement {
  // Of the mail's own document, whose elements are not instances of this page's classes.
  const before = quote.previousElementSibling as HTMLElement | null;
  return before?.matches('.moz-cite-prefix') ? before : quote;
}

/** An element, all that comes after it in its parent, and after that parent, up to the body's end. */
function followers(body: HTMLElement, first: HTMLElement): Node[] {
  const nodes: Node[] = [];
  for (let node: Node = first; node !== body && node.parentNode; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling) nodes.push(next);
  }
  return nodes;
}

function fold(first: HTMLElement, rest: readonly Node[], label: string): void {
  const details = first.ownerDocument.createElement('details');
  const summary = first.ownerDocument.createElement('summary');
  summary.textContent = '•••';
  summary.title = label;
  summary.setAttribute('aria-label', label);
  details.className = 'inbox-quoted';
  first.replaceWith(details);
  details.append(summary, first, ...rest.filter((node) => node !== first));
}

/** A text mail in two: what it says, and what it quotes of those before it. */
export interface SplitText {
  text: string;
  quoted: string;
}

/** Gmail's line above a quote in the languages of India's inboxes and their neighbours', from its first word to its last. */
const ATTRIBUTION = new RegExp(
  [
    'on .{5,200} wrote:',
    '.{5,200} schrieb .{0,200}:',
    'le .{5,200} a écrit\\s*:',
    'el .{5,200} escribió:',
    'il .{5,200} ha scritto:',
    'op .{5,200} schreef .{0,200}:',
    '(?:सोम|मंगल|बुध|गुरु|गुरू|शुक्र|शनि|रवि).{5,200} लिखा:',
  ]
    .map((line) => `^(?:${line})\\s*$`)
    .join('|'),
  'i',
);
/** In any other language: somebody with an address, and a colon. */
const NAMED = /^.{0,200}<[^<>\s]+@[^<>\s]+>.{0,60}[:：]\s*$/;
/** Outlook's head above what it quotes, in its first two lines. */
const OUTLOOK_FROM = /^\s*(?:from|von|de|प्रेषक)\s*:\s*\S/i;
const OUTLOOK_SENT = /^\s*(?:sent|date|gesendet|envoyé|enviado|भेजा गया)\s*:\s*\S/i;
const FORWARD_LINE = /^-{5,}\s*forwarded message|^begin forwarded message:/i;

/** Cuts at the history that stands at a text's end; a quote with words below it is answered line by line, and stays. */
export function splitQuotedText(message: string): SplitText {
  const lines = message.split('\n');
  const whole = { text: message, quoted: '' };
  if (lines.some((line) => FORWARD_LINE.test(line.trim()))) return whole;
  let cut = lines.findIndex((line, at) => ORIGINAL_MESSAGE.test(line) || isOutlookHead(lines, at));
  if (cut === -1) {
    let end = lines.length;
    while (end > 0 && isBlank(lines[end - 1])) end -= 1;
    let first = end;
    while (first > 0 && (isQuoted(lines[first - 1]) || isBlank(lines[first - 1]))) first -= 1;
    while (first < end && isBlank(lines[first])) first += 1;
    if (first === end) return whole;
    cut = first - attributionLines(lines, first);
  }
  const text = lines.slice(0, cut).join('\n').trimEnd();
  return text.trim() === '' ? whole : { text, quoted: lines.slice(cut).join('\n') };
}

/** Where Outlook's head begins, with the rule above it. */
function isOutlookHead(lines: readonly string[], at: number): boolean {
  const from = /^\s*_{8,}\s*$/.test(lines[at] ?? '') ? at + 1 : at;
  return OUTLOOK_FROM.test(lines[from] ?? '') && OUTLOOK_SENT.test(lines[from + 1] ?? '');
}

const isBlank = (line: string | undefined) => line !== undefined && line.trim() === '';
const isQuoted = (line: string | undefined) => line !== undefined && /^\s*>/.test(line);

/** How many lines before the quote say who wrote it: one or two, as long ones are broken, and the blank one between. */
function attributionLines(lines: readonly string[], first: number): number {
  const blank = isBlank(lines[first - 1]) ? 1 : 0;
  const above = first - blank;
  for (const count of [1, 2, 3]) {
    const said = lines
      .slice(Math.max(0, above - count), above)
      .join(' ')
      .trim();
    if (ATTRIBUTION.test(said)) return count + blank;
  }
  return NAMED.test(lines[above - 1] ?? '') ? 1 + blank : 0;
}
