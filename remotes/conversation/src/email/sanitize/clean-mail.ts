import DOMPurify from 'dompurify';
import { ADDRESS, isAddressed, isAllowed, isAllowedAttribute, isDropped, isSuspect } from './mail-elements';

/** What cleaning took out of a mail on its way. */
export interface Cleaned {
  /** The text of the mail's style sheets. */
  css: string;
}

const HTML = 'http://www.w3.org/1999/xhtml';
/** The ids that say where a quoted mail begins; all others are taken off. */
const KEPT_ID = /^(?:x_)?divRplyFwdMsg$|^appendonsend$|^mail-editor-reference-message-container$/;

/**
 * Leaves of a parsed mail what lays out text, pictures and links: every element and attribute that is not on the list is
 * gone. One pass that visits each node once, however the mail is nested. A mail that holds what only pages and attackers
 * write goes through DOMPurify as well, which then has nothing left to clone or unwrap, and so is as fast.
 *
 * @param root in a document without a window, so that nothing of it runs or loads
 */
export function cleanMail(root: HTMLElement): Cleaned {
  const sheets: string[] = [];
  let isSuspicious = false;
  let node: Node | null = root.firstChild;
  while (node) {
    if (node.nodeType === Node.TEXT_NODE) {
      node = node.firstChild ?? following(node, root);
      continue;
    }
    if (!isElement(node)) {
      node = removed(node, root);
      continue;
    }
    const name = node.localName;
    const isForeign = node.namespaceURI !== HTML;
    if (!isForeign && isAllowed(name)) {
      if (node.attributes.length > 0) isSuspicious = cleanAttributes(node) || isSuspicious;
      node = node.firstChild ?? following(node, root);
      continue;
    }
    isSuspicious ||= isForeign || isSuspect(name);
    if (name === 'style' && !isForeign) sheets.push(node.textContent);
    node = isForeign || isDropped(name) ? removed(node, root) : unwrapped(node, root);
  }
  if (isSuspicious) purify(root);
  return { css: sheets.join('\n') };
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** The node after this one and all that is in it. */
function following(node: Node, root: Node): Node | null {
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) if (at.nextSibling) return at.nextSibling;
  return null;
}

function removed(node: Node, root: Node): Node | null {
  const next = following(node, root);
  node.parentNode?.removeChild(node);
  return next;
}

/** From the outside in, each node is moved once for what is around it, so that deep nesting costs no more than flat. */
function unwrapped(element: Element, root: Node): Node | null {
  const next = element.firstChild ?? following(element, root);
  const parent = element.parentNode;
  for (let child = element.firstChild; child; child = element.firstChild) parent?.insertBefore(child, element);
  parent?.removeChild(element);
  return next;
}

/** @returns whether there was one that runs */
function cleanAttributes(element: Element): boolean {
  let runs = false;
  for (const name of element.getAttributeNames()) {
    if (name === 'id' && KEPT_ID.test(element.id)) continue;
    if (!isAllowedAttribute(name)) {
      runs ||= name.startsWith('on');
      element.removeAttribute(name);
    } else if (isAddressed(name) && !ADDRESS.test((element.getAttribute(name) ?? '').trim())) {
      element.removeAttribute(name);
    }
  }
  return runs;
}

function purify(root: HTMLElement): void {
  DOMPurify.sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'audio', 'video', 'source', 'template'],
    // The sanitiser asks it of all attributes: a width or a colour is no address, and passes too.
    ALLOWED_URI_REGEXP: new RegExp(`${ADDRESS.source}|^(?:[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i'),
  });
}
