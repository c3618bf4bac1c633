import type { MailPiece } from './email-html';
import { cleanSheet } from './clean-style';
import type { ImageBase } from './image-proxy';

/** As constructed sheets: the page's content policy, which the frame inherits, refuses `<style>`. */
export function adopt(page: Document, sheets: readonly string[], images: ImageBase): void {
  const view = page.defaultView;
  if (!view || !('adoptedStyleSheets' in page)) return;
  page.adoptedStyleSheets = sheets
    .filter((css) => css !== '')
    .map((css) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(css);
      cleanSheet(sheet, images);
      return sheet;
    });
}

/** Puts a copy of what is in `content` at the end of an element of the page; never through text, which reads otherwise. */
export function appendCopy(page: Document, content: Node, into: Node = page.body): void {
  const copy = page.importNode(content, true);
  for (let child = copy.firstChild; child; child = copy.firstChild) into.appendChild(child);
}

/**
 * Puts one more piece of the mail at its end, in the fold when that is where its beginning ends. The fold opens: the agent
 * asked for the rest, and only its end shows whether the customer wrote among it.
 */
export function appendPiece(page: Document, { content }: MailPiece): HTMLElement {
  const section = page.createElement('div');
  section.className = 'inbox-piece';
  appendCopy(page, content, section);
  const fold = foldAtEnd(page.body);
  if (fold) fold.open = true;
  (fold ?? page.body).append(section);
  return section;
}

function foldAtEnd(body: HTMLElement): HTMLDetailsElement | null {
  for (let at = body.lastElementChild; at; at = at.lastElementChild) if (isFold(at)) return at;
  return null;
}

const isFold = (element: Element): element is HTMLDetailsElement => element.matches('details.inbox-quoted');
