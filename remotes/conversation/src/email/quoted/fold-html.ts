import { historyStart } from './history-start';
import { htmlLines, type HtmlLine } from './html-lines';

export interface MailFacts {
  /** Its prefix says whether the mail was forwarded. */
  subject: string;
  /** The mail's own style sheets. */
  css: string;
}

/**
 * Folds the earlier mails at the end of a cleaned HTML mail into a closed `details`, which opens without a script. The mail
 * remains as it is if any of it may be the customer's own.
 *
 * @param label accessible name of what opens the fold
 */
export function foldQuotedHistory(body: HTMLElement, label: string, { subject, css }: MailFacts): void {
  const lines = htmlLines(body, css);
  const at = historyStart(lines, subject);
  const line = at === null ? undefined : lines[at];
  if (!line) return;
  const first = outermost(beginningOf(line), body);
  const rest = followers(body, first);
  // Cells and rows outside of their table would lose their layout.
  if ([first, ...rest].some((node) => /^(?:t[dhr]|tbody|thead|tfoot|caption|col|colgroup)$/i.test(node.nodeName)))
    return;
  const details = body.ownerDocument.createElement('details');
  const summary = body.ownerDocument.createElement('summary');
  summary.textContent = '•••';
  summary.title = label;
  summary.setAttribute('aria-label', label);
  details.className = 'inbox-quoted';
  first.parentNode?.insertBefore(details, first);
  details.append(summary, first);
  for (const node of rest) details.append(node);
}

function beginningOf({ start, offset }: HtmlLine): Node {
  return offset > 0 && isText(start) ? start.splitText(offset) : start;
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

/** The element that begins with a node, so that its borders and margins are folded with it. */
function outermost(node: Node, body: Node): Node {
  let first = node;
  for (let around = node.parentNode; around && around !== body; around = around.parentNode) {
    if (/^(?:TD|TH|CAPTION)$/.test(around.nodeName) || hasContentBefore(first)) break;
    first = around;
  }
  return first;
}

function hasContentBefore(node: Node): boolean {
  for (let before = node.previousSibling; before; before = before.previousSibling) {
    if (before.nodeType === Node.ELEMENT_NODE || before.nodeValue?.trim() !== '') return true;
  }
  return false;
}

/** All that comes after a node in its parent, and after that parent, up to the body's end. */
function followers(body: Node, first: Node): Node[] {
  const nodes: Node[] = [];
  for (let node = first; node !== body && node.parentNode; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling) nodes.push(next);
  }
  return nodes;
}
