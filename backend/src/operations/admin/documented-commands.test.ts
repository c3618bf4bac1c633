import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findRoot } from '../../app/settings/root';
import { commandsFor, GROUPS } from './command-groups';
import { addCommands, programOf, runLine } from './program';

const ROOT = findRoot();
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'federation/README.md', 'deploy/container/compose.yaml'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

/** The command lines of a page's blocks, each with its continuation lines, by what follows `pnpm admin`. */
function adminLines(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = '']) =>
    block.replace(/\\\n */g, ''),
  );
  return blocks.flatMap((block) => [...block.matchAll(/pnpm admin ([^#\n]+)/g)].map(([, line = '']) => line.trim()));
}

/** The words of a line as a shell reads them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');

const lines = pages.flatMap((page) => adminLines(page).map((line) => [relative('.', page), line] as const));

describe('a command of the documentation', () => {
  it('is there to be read', () => {
    expect(lines.length).toBeGreaterThan(60);
  });

  it.each(lines)('of %s can be followed: pnpm admin %s', async (_, line) => {
    const words = wordsOf(line);
    const program = programOf(GROUPS);
    const { commands, standalone } = await commandsFor(words[0]);
    let ran = words.includes('--help');
    const run = async (): Promise<void> => void (ran = true);
    addCommands(program, commands, words, run);
    addCommands(program, standalone, words, run);
    await runLine(program, words, () => undefined);
    expect(ran).toBe(true);
  });
});
