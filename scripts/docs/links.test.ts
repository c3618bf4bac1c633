import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../lib/paths.mjs';

const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((page) => page !== '' && !page.includes('corpus/') && existsSync(join(ROOT, page)));

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\]\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): Set<string> =>
  new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.trim())));

/** Links to files and headings of this repository. */
const linksOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/i.test(link));

function isDead(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
}

describe('the links of', () => {
  it.each(pages)('%s lead somewhere', (page) => {
    expect(linksOf(page).filter((link) => isDead(page, link))).toEqual([]);
  });

  it('the documentation’s index lead to every page', () => {
    const index = read('docs/README.md');
    const own = pages.filter(
      (page) => page.startsWith('docs/') && !page.includes('/decisions/') && page !== 'docs/README.md',
    );
    expect(own.filter((page) => !index.includes(`(${page.slice('docs/'.length)})`))).toEqual([]);
  });
});
