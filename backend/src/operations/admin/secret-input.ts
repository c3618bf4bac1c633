import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { AdminError, textOf, type AdminContext, type Values } from './command';

const MAX_BYTES = 100_000;

/** All of the input as text; from a terminal one line, typed without showing it. */
export async function readSecret(context: AdminContext, question: string): Promise<string> {
  return context.input.isTTY ? askHidden(context, question) : readAll(context);
}

/** The option that `readCredentials` reads. */
export const CREDENTIALS_FILE = { value: 'FILE', about: 'credentials as JSON (default: read from the input)' } as const;

/**
 * Credentials are JSON: from a file, or from the input.
 * @param needed a line that says which keys they have
 * @throws AdminError where there are none, or they are not JSON
 */
export async function readCredentials(context: AdminContext, values: Values, needed: string): Promise<unknown> {
  const file = textOf(values, 'credentials-file');
  const text =
    file === undefined
      ? await readSecret(context, `${needed}\nCredentials in one line: `)
      : await readFile(file, 'utf8').catch(() => {
          throw new AdminError(`${file} cannot be read.`);
        });
  if (text.trim() === '') {
    throw new AdminError(`${needed}\nGive them in a file with --credentials-file FILE, or on the input.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AdminError(`The credentials are not JSON. ${needed}`);
  }
}

async function readAll({ input }: AdminContext): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > MAX_BYTES) throw new AdminError('The input is too long.');
  }
  return text.replace(/\r?\n$/, '');
}

function askHidden({ input }: AdminContext, question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input, output: silent, terminal: true });
  return new Promise((resolve, reject) => {
    line.once('line', (answer) => {
      line.close();
      process.stderr.write('\n');
      resolve(answer);
    });
    line.once('SIGINT', () => {
      line.close();
      reject(new AdminError('Nothing was changed.'));
    });
  });
}
