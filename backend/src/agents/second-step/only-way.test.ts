import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(__dirname, '../..');

/** Sources of the backend, without tests and what only they import. */
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'),
);

const naming = (word: string): string[] =>
  sources.filter((path) => readFileSync(join(SOURCES, path), 'utf8').includes(word)).sort();

it('a session is begun by the demo, at the identity provider, by a passkey and after the second step, and nowhere else', () => {
  expect(naming('startSession')).toEqual([
    'agents/oidc/index.ts',
    'agents/passkeys/sign-in-by-passkey.ts',
    'agents/second-step/after-first-factor.ts',
    'agents/sign-in/sign-in.ts',
  ]);
  expect(naming('insertSession')).toEqual(['agents/sessions/session-queries.ts', 'agents/sign-in/sign-in.ts']);
  expect(naming("insertInto('sessions')")).toEqual(['agents/sessions/session-queries.ts']);
});
