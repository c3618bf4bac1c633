import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { MerchantId } from '@inbox/domain';
import type { CheckDeps } from './check-account';
import type { About } from '../../cells/whose';
import type { Queryable } from '../../platform/db/connection';
import { findMerchant } from '../../merchants/merchant-queries';
import type { RotatingVault, Vault } from '../../accounts/vault';
import type { Uploads } from '../../platform/files/uploads';
import type { EraseDeps } from '../../privacy/erase/erase-customer';
import type { FinishDeps } from '../../privacy/erase/finish-erasures';
import type { Settings } from '../../app/settings/settings';

/** What a command works on. */
export interface AdminContext {
  db: Queryable;
  vault: Vault;
  /** Files that came with messages. */
  uploads: Pick<Uploads, 'open'>;
  /** Passwords and credentials come in here, never as an argument: arguments stand in process lists and histories. */
  input: Readable & { isTTY?: boolean };
  print: (line: string) => void;
  /** What erases customers, here and in the files of the database. */
  erasing?: { deps: EraseDeps; finish: FinishDeps };
  /** Where the keys are, and whether tokens are signed with INBOX_JWT_SECRET instead of them. */
  keys?: { dataDir: string; vault: RotatingVault; tokensBySetting: boolean };
  /** Where the inbox that is looked after is reached on this machine, and how names are looked up. */
  check: Omit<CheckDeps, 'changeAccount'>;
  /** Page at which agents sign in. */
  signInUrl: string;
  /** Whether a shop may be on this machine or its network. */
  mayReachPrivate?: boolean;
  /** Of one of several cells: the name of the one that has it already; null when none has. */
  cellOf?: (about: About, value: string) => Promise<string | null>;
}

/** Its message is for the operator. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** The options that a line gives, by name; a switch that is given is true. */
export type Values = Record<string, string | boolean | string[] | undefined>;

/** An option as the help shows it. */
export interface CommandOption {
  /** Name of its value, such as SHORT-NAME; a switch has none. */
  value?: string;
  /** A few words: what it says or does, and its default. */
  about: string;
  isRequired?: boolean;
  /** It can be given several times; `listOf` reads it. */
  isRepeatable?: boolean;
  /** All the values that it takes; undefined: any. */
  choices?: readonly string[];
  default?: string;
}

export interface Command<Context = AdminContext> {
  /** `merchant add`, of three words at most. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What to know before running it. */
  details?: string;
  /** The one word that it takes beside its options. */
  argument?: { name: string; about: string };
  options: Readonly<Record<string, CommandOption>>;
  /** What follows the name in an example. */
  example?: string;
  /** @param argument empty for a command that takes none */
  run(context: Context, values: Values, argument: string): Promise<void>;
}

/** The option that nearly every command has. */
export const MERCHANT = { value: 'SHORT-NAME', about: 'the merchant', isRequired: true } as const;

/** An option that `yesOrNo` reads. */
export const yesNo = (about: string) => ({ value: 'yes|no', about, choices: ['yes', 'no'] }) as const;

/** What a command works on that needs no database, or opens one itself. */
export interface StandaloneContext {
  settings: Settings;
  env: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
}

/** A text option; undefined when it is not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of an option that can be given several times; undefined when it is not given. */
export function listOf(values: Values, name: string): string[] | undefined {
  const value = values[name];
  return Array.isArray(value) ? value : undefined;
}

/** @throws AdminError when it is empty */
export function neededText(values: Values, name: string): string {
  const value = textOf(values, name)?.trim();
  if (!value) throw new AdminError(`--${name} is empty.`);
  return value;
}

/** An option of `yesNo`; undefined when it is not given. */
export function yesOrNo(values: Values, name: string): boolean | undefined {
  const value = textOf(values, name);
  if (value === undefined) return undefined;
  return value === 'yes';
}

/** @throws AdminError when no merchant has this short name */
export async function merchantOf(db: Queryable, values: Values): Promise<MerchantId> {
  const slug = neededText(values, 'merchant');
  const id = await findMerchant(db, slug);
  if (id === undefined) throw new AdminError(`There is no merchant '${slug}'; see pnpm admin merchant list.`);
  return id;
}

/** Paths are meant from where the operator is, which is not the folder in which pnpm runs this. */
export const pathFrom = (env: StandaloneContext['env'], path: string): string => resolve(env['INIT_CWD'] ?? '.', path);

/** Lines of equal columns, so that a list can be read and piped. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((wide, row) => row.map((cell, at) => Math.max(wide[at] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * What names somebody in one cell must name nobody in another: the directory could not tell them apart. Nothing is asked where
 * the setting names no cells.
 * @throws AdminError when a cell has it, or does not say
 */
export async function refuseTakenInCell(
  { cellOf }: Pick<AdminContext, 'cellOf'>,
  about: About,
  value: string,
): Promise<void> {
  const cell = await cellOf?.(about, value).catch(() => {
    throw new AdminError(
      'A cell of INBOX_CELLS does not answer, so that nobody knows whether it has the same already.',
    );
  });
  if (cell) throw new AdminError(`Cell ${cell} has '${value}' already.`);
}

/** PostgreSQL's word for a value that must be unique and is there. */
export function isTaken(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
