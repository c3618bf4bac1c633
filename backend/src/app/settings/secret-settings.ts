import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../../platform/errors/errors';

/** Settings whose value is a secret, or may hold one. Each may come from the file that NAME_FILE names. */
export const SECRET_NAMES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_STANDBY_URL',
  'INBOX_BROKER_URL',
  'INBOX_JWT_SECRET',
  'INBOX_JWT_SECRET_OTHER',
  'INBOX_METRICS_TOKEN',
  'INBOX_OIDC_CLIENT_SECRET',
  'INBOX_S3_SECRET',
  'INBOX_SYSTEM_MAIL_URL',
  'INBOX_CELL_SECRET',
  'INBOX_MOVE_FROM_URL',
  'INBOX_MOVE_TO_URL',
  'INBOX_BACKUP_KEY',
] as const;

export const fileNameOf = (name: string): string => `${name}_FILE`;

/** Its file has a format of its own, may not be made yet when the settings are read, and is read by who needs the key. */
const READ_LATER = 'INBOX_BACKUP_KEY';

/** Read and write by others than the owner and the group, which is how services are given secrets. */
const OTHERS = 0o006;

type Environment = Readonly<Record<string, string | undefined>>;

export interface GivenSecrets {
  /** The secrets that were read from files, by the names of their settings. */
  values: Record<string, string>;
  /** What nothing can start with, a line each; never with a secret. */
  problems: string[];
  /** What the operator should change, a line each. */
  warnings: string[];
}

/**
 * Reads the secrets that are given as files. A line feed at a file's end does not belong to its secret.
 * @param env without settings that are left empty
 * @param baseDir what a relative path starts from
 */
export function readSecretFiles(env: Environment, baseDir: string): GivenSecrets {
  const given: GivenSecrets = { values: {}, problems: [], warnings: [] };
  for (const name of SECRET_NAMES) {
    const setting = fileNameOf(name);
    const file = env[setting];
    if (file === undefined) continue;
    if (env[name] !== undefined) {
      given.problems.push(`${name} and ${setting} are both set. Leave one of them out.`);
      continue;
    }
    const path = resolve(baseDir, file);
    if (isOpenToOthers(path)) {
      given.warnings.push(`${setting} names ${path}, which every user of this machine may read: chmod 600 ${path}`);
    }
    if (name === READ_LATER) continue;
    const read = readText(path);
    if ('problem' in read) given.problems.push(`${setting} names ${path}, which ${read.problem}.`);
    else given.values[name] = read.text;
  }
  return given;
}

function readText(path: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    return text === '' ? { problem: 'is empty' } : { text };
  } catch (error) {
    return { problem: `cannot be read (${codeOf(error) ?? 'unknown'})` };
  }
}

/** Windows has no such modes: there every file would seem open. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & OTHERS) !== 0;
}

/** From where a secret comes, without showing it; undefined when it is not set. */
export function sourceOf(env: Environment, name: string): string | undefined {
  if ((env[name] ?? '') !== '') return 'from the environment';
  const file = env[fileNameOf(name)] ?? '';
  return file === '' ? undefined : `from the file ${file}`;
}
