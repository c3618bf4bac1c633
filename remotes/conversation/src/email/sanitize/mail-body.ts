/** How a mail writes: its paper and its letters. Where its body lies and how large it is, the frame decides. */
const WRITING = /^(?:background|color$|font|line-height|letter-spacing|word-|text-|direction|white-space)/;
const WHITE = /^(?:white|#fff(?:fff)?|rgb\(255, 255, 255\))$/i;
const BLACK = /^(?:black|#000(?:000)?|rgb\(0, 0, 0\))$/i;

/** Puts on `root` what the mail says of its whole body, as far as it says how it writes. */
export function wearBody(root: HTMLElement, html: string): void {
  const page = root.ownerDocument.createElement('html');
  page.innerHTML = bodyTag(html);
  const body = page.querySelector('body');
  if (!body) return;
  for (const name of ['class', 'dir', 'lang']) {
    const value = body.getAttribute(name);
    if (value !== null) root.setAttribute(name, value);
  }
  // Styles are read here, which a document without a window does not do; in this page images would load at once.
  const { style } = document.implementation.createHTMLDocument('').createElement('div');
  style.cssText = body.getAttribute('style') ?? '';
  if (style.backgroundColor === '') style.backgroundColor = body.getAttribute('bgcolor') ?? '';
  if (style.color === '') style.color = body.getAttribute('text') ?? '';
  keepWriting(style);
  if (style.cssText !== '') root.setAttribute('style', style.cssText);
}

/** The tag alone, not what it holds, which would be parsed a second time; Outlook's own stand in comments. */
function bodyTag(html: string): string {
  const marks = /<!--|<body\b[^<>]*>/gi;
  for (let found = marks.exec(html); found; found = marks.exec(html)) {
    if (found[0] !== '<!--') return found[0];
    const end = html.indexOf('-->', marks.lastIndex);
    if (end === -1) return '';
    marks.lastIndex = end;
  }
  return '';
}

/**
 * Leaves of the body's style what says how it writes. Black on white, which many programs say of every mail, says
 * nothing: such a mail is shown in the inbox's colours.
 */
function keepWriting(style: CSSStyleDeclaration): void {
  for (const property of Array.from(style)) if (!WRITING.test(property)) style.removeProperty(property);
  if (WHITE.test(style.backgroundColor)) style.removeProperty('background-color');
  if (BLACK.test(style.color) && style.backgroundColor === '') style.removeProperty('color');
}

/** The body of the frame's document, with what the cleaned element says of it and nothing in it. */
export function shellMarkup(root: HTMLElement): string {
  const body = document.implementation.createHTMLDocument('').createElement('body');
  for (const { name, value } of root.attributes) if (value !== '') body.setAttribute(name, value);
  if (!body.hasAttribute('dir')) body.setAttribute('dir', 'auto');
  return body.outerHTML;
}
