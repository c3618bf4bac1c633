import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { createUploads } from '../../platform/files/uploads';
import type { AdminContext, Command } from './command';
import { addCommands, programOf, runLine } from './program';

const nothingThere = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));

/** What a command works on in a test: no input, nobody who reads, and no inbox or name that could be reached. */
export function adminContext(parts: Pick<AdminContext, 'db' | 'vault'> & Partial<AdminContext>): AdminContext {
  return {
    input: Readable.from(['']),
    print: () => undefined,
    uploads: createUploads(tmpdir()),
    signInUrl: 'https://inbox.example/main-site/login',
    check: {
      inboxUrl: 'http://127.0.0.1:2',
      smtp: { host: '127.0.0.1', port: 2 },
      dns: { resolveMx: nothingThere, resolve4: nothingThere, resolve6: nothingThere },
      timeoutMs: 60_000,
    },
    ...parts,
  };
}

/**
 * Follows a line of these commands in this context.
 * @throws AdminError in words for the operator
 */
export async function runCommand<Context extends { print: (line: string) => void }>(
  commands: readonly Command<Context>[],
  words: readonly string[],
  context: Context,
): Promise<void> {
  const program = programOf([]);
  addCommands(program, commands, words, (command, values, argument) => command.run(context, values, argument));
  await runLine(program, words, context.print);
}
