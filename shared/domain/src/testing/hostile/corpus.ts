import { LINKS, TYPED } from './addresses';
import { HTML } from './html';
import { CSS, SVG } from './markup';
import { TEXT } from './text';

/** One attempt. What runs of it calls `trap`; what loads of it asks evil.example. */
export interface Vector {
  id: string;
  content: string;
  /** Stands beside it, so that it can be seen that it was shown. */
  mark: string;
}

/** Names each attempt, so that the one that got through is known. */
function named(kind: string, contents: readonly string[]): Vector[] {
  return contents.map((content, n) => {
    const id = `${kind}-${n + 1}`;
    const told = content.replaceAll('trap()', `trap('${id}')`).replaceAll('evil.example/', `evil.example/${id}/`);
    return { id, content: told, mark: `[${id}]` };
  });
}

/** What is read as HTML: the bodies of mails. */
export const PAGES: readonly Vector[] = [
  ...named('html', HTML),
  ...named('svg', SVG),
  ...named('css', CSS),
  ...named('link', LINKS),
];

/** All of them: what is typed, and what must stay text wherever it stands. */
export const VECTORS: readonly Vector[] = [...PAGES, ...named('typed', TYPED), ...named('text', TEXT)];

/** So many at a time, each with its mark behind it. */
export function together(vectors: readonly Vector[], count: number): string[] {
  return Array.from({ length: Math.ceil(vectors.length / count) }, (_, n) =>
    vectors
      .slice(n * count, (n + 1) * count)
      .map(({ content, mark }) => `${content} ${mark}`)
      .join('\n'),
  );
}

/** Attributes that name an address which a browser may load or go to. */
export const ADDRESS_ATTRIBUTES: readonly string[] = [
  'src',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'ping',
  'cite',
];
