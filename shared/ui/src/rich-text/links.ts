import { safeHref, type Run, type TextStyle } from './rich-text';

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+/giu;
/** What ends a sentence, or closes what was opened before the address, is no part of it. */
const AFTER = /[.,;:!?'»”’]+$/u;

/** Text in which each address of the web is a link. */
export function linkedRuns(text: string, style: TextStyle): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const shown = withoutAfter(match[0]);
    const href = hrefOf(shown);
    if (href === null) continue;
    runs.push({ ...style, text: text.slice(end, match.index) }, { ...style, text: shown, href });
    end = match.index + shown.length;
  }
  return [...runs, { ...style, text: text.slice(end) }].filter((run) => run.text !== '');
}

/** What was typed as a link's address, with the scheme that was left out; null when it is none. */
export function hrefOf(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/u.test(text)) return safeHref(`mailto:${text}`);
  return safeHref(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
}

function withoutAfter(address: string): string {
  const bare = address.replace(AFTER, '');
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1).replace(AFTER, '') : bare;
}
