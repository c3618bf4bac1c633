import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Readable } from 'node:stream';
import type { MerchantId } from '@inbox/domain';
import type { CheckDeps } from './check-account';
import type { About } from '../../cells/whose';
import type { Queryable } from '../../db/connection';
import { findMerchant } from '../../merchants/merchant-queries';
import type { RotatingVault, Vault } from '../../accounts/vault';
import type { Uploads } from '../../files/uploads';
import type { EraseDeps } from '../../privacy/erase/erase-customer';
import type { FinishDeps } from '../../privacy/erase/finish-erasures';
import type { Settings } from '../settings';

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
  /** Whether a shop may be on this machine or its network. */
  mayReachPrivate?: boolean;
  /** Of one of several cells: the name of the one that has it already; null when none has. */
  cellOf?: (about: About, value: string) => Promise<string | null>;
}

/** What the operator is told in one line. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

export type Values = Record<string, string | boolean | undefined>;

export interface Command<Context = AdminContext> {
  /** `merchant add`, of three words at most. */
  name: string;
  /** What follows the name, as the help shows it. */
  usage: string;
  what: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** How many words beside the options it takes. */
  words: number;
  run(context: Context, values: Values, words: readonly string[]): Promise<void>;
}

/** What a command works on that needs no database, or opens one itself. */
export interface StandaloneContext {
  settings: Settings;
  env: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
}

type Named = Pick<Command, 'name' | 'usage' | 'what'>;

export function helpOf(commands: readonly Named[]): string {
  const lines = commands.map(({ name, usage, what }) => `  pnpm admin ${`${name} ${usage}`.trim()}\n      ${what}`);
  return `Sets the inbox up and looks after it.\n\n${lines.join('\n')}`;
}

/** The command that a line begins with: the longest name counts. */
export function commandOf<Each extends Named>(commands: readonly Each[], args: readonly string[]): Each | undefined {
  const named = (words: number) => commands.find(({ name }) => name === args.slice(0, words).join(' '));
  return named(3) ?? named(2) ?? named(1);
}

/**
 * The command that a line begins with.
 * @throws AdminError when there is none
 */
export function knownCommand<Each extends Named>(commands: readonly Each[], args: readonly string[]): Each {
  const command = commandOf(commands, args);
  if (!command) throw new AdminError(`There is no command '${args.slice(0, 2).join(' ')}'; see pnpm admin --help.`);
  return command;
}

/** @throws AdminError in words for the operator */
export async function runCommand<Context>(
  commands: readonly Command<Context>[],
  args: readonly string[],
  context: Context,
): Promise<void> {
  const command = knownCommand(commands, args);
  const rest = args.slice(command.name.split(' ').length);
  const { values, positionals } = parse(command, rest);
  if (positionals.length !== command.words) {
    throw new AdminError(`It is: pnpm admin ${`${command.name} ${command.usage}`.trim()}`);
  }
  await command.run(context, singleValues(values), positionals);
}

/** No option may be given twice, so none is a list. */
function singleValues(values: ReturnType<typeof parse>['values']): Values {
  const single: Values = {};
  for (const [name, value] of Object.entries(values)) if (!Array.isArray(value)) single[name] = value;
  return single;
}

function parse({ options }: Pick<Command, 'options'>, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // parseArgs throws errors that say in one line which option is wrong.
    throw new AdminError((error as Error).message);
  }
}

/** A text option; undefined when it is not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws AdminError when it is not given */
export function neededText(values: Values, name: string): string {
  const value = textOf(values, name)?.trim();
  if (!value) throw new AdminError(`--${name} is missing.`);
  return value;
}

/** yes or no; undefined when it is not given. */
export function yesOrNo(values: Values, name: string): boolean | undefined {
  const value = textOf(values, name);
  if (value === undefined) return undefined;
  if (value !== 'yes' && value !== 'no') throw new AdminError(`--${name} takes yes or no.`);
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
