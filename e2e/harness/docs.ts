import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './product';

export interface DocumentedCommands {
  /** Lines of the shell blocks; a line that ends with a backslash has its continuation. */
  commands: string[];
  /** Files that the commands read credentials from, by name: the JSON block before each. */
  files: Record<string, string>;
}

/** What a reader of this page types. @param page path below the root folder */
export async function commandsOf(page: string): Promise<DocumentedCommands> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const commands: string[] = [];
  const files: Record<string, string> = {};
  let json = '';
  for (const [, kind, block = ''] of text.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```/gm)) {
    if (kind === 'json') json = block;
    if (kind !== 'sh') continue;
    for (const line of block.replace(/\\\n */g, '').split('\n')) {
      const command = line.trim();
      if (command === '') continue;
      commands.push(command);
      const file = /--credentials-file (\S+)/.exec(command)?.[1];
      if (file !== undefined) files[file] = json;
    }
  }
  return { commands, files };
}

/** Is it of those that back an inbox up, and bring it back? */
export const isOfBackups = (command: string): boolean =>
  /^(?:export INBOX_BACKUP_KEY_FILE=|INBOX_BACKUP_DIR=\S+ |pnpm admin (?:backup|restore) )/.test(command);
