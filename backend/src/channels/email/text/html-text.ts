import { decodeHTML } from 'entities';

/** Elements whose content is not for readers. */
const HIDDEN = new Set(['head', 'script', 'style', 'title', 'template', 'noscript']);
/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'address article aside blockquote div dd dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** The begin of a tag, of a declaration or of an instruction. */
const TAG = /^<(\/?)([a-z][a-z0-9]*|[!?])/i;

/**
 * What an HTML mail says, as plain text: for the list, for search, and for those who read without HTML. One pass over the
 * text, whatever it holds; nothing of it is run or fetched.
 */
export function htmlText(html: string): string {
  const lines: string[] = [];
  let line = '';
  let hidden: string | null = null;
  const lastClose = html.lastIndexOf('>');
  const endLine = (): void => {
    const text = line
      .replaceAll('\u00ad', '')
      .replace(/[\s\u200b\u200c\ufeff]+/g, ' ')
      .trim();
    // One empty line at most between two paragraphs.
    if (text !== '' || lines.at(-1) !== '') lines.push(text);
    line = '';
  };

  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    if (hidden === null) line += decodeHTML(html.slice(at, end));
    if (open === -1) break;
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open + 4);
      at = close === -1 ? html.length : close + 3;
      continue;
    }
    const tag = TAG.exec(html.slice(open, open + 32));
    // Looked for only where there is one: a mail of a million open brackets is read as fast as any.
    const close = tag !== null && open < lastClose ? html.indexOf('>', open) : -1;
    if (tag === null || close === -1) {
      if (hidden === null) line += '<';
      at = open + 1;
      continue;
    }
    const name = (tag[2] ?? '').toLowerCase();
    const isEnd = tag[1] === '/';
    if (hidden === null) {
      if (HIDDEN.has(name) && !isEnd) hidden = name;
      else if (name === 'br' || BLOCKS.has(name)) endLine();
      else if (name === 'td' || name === 'th') line += ' ';
    } else if (isEnd && name === hidden) {
      hidden = null;
    }
    at = close + 1;
  }
  endLine();
  return lines.join('\n').trim();
}
