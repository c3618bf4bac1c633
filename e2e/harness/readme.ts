import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './product';

const FENCE = /^```sh\n([\s\S]*?)^```/gm;

/** The lines of the README's shell blocks. */
export async function readmeCommands(): Promise<string[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  return [...readme.matchAll(FENCE)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line.trim() !== ''),
  );
}

/** Is it of those that back an inbox up, and bring it back? */
export const isOfBackups = (command: string): boolean =>
  /^(?:INBOX_BACKUP_DIR=\S+ |pnpm admin (?:backup|restore) )/.test(command);
