import {
  Command as Program,
  CommanderError,
  Help,
  InvalidArgumentError,
  Option,
  type OutputConfiguration,
} from 'commander';
import { AdminError, type Command, type CommandOption, type Values } from './command';

/** Characters of the longest line of a help. */
const WIDTH = 100;

const PROGRAM = 'pnpm admin';

/** Commands that have their first word in common. */
export interface CommandGroup {
  name: string;
  /** One line for the list of groups. */
  summary: string;
  /** Under which it is listed. */
  heading: string;
}

/**
 * The parser of command lines, with its help.
 * @param groups all of them, for the list and for 'Did you mean'
 */
export function programOf(groups: readonly CommandGroup[]): Program {
  const program = new Program(PROGRAM);
  program
    .usage('COMMAND [options]')
    .description('Sets up the inbox and looks after it, also while it runs.')
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .showHelpAfterError(`See ${PROGRAM} --help`)
    .configureHelp({
      helpWidth: WIDTH,
      optionDescription: descriptionOf,
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map((argument) => argument.name())].join(' '),
    })
    .addHelpText(
      'after',
      `\nAll commands of a group: ${PROGRAM} account --help\nOne command: ${PROGRAM} account add --help`,
    );
  for (const { name, summary, heading } of groups) ensureCommand(program, name).summary(summary).helpGroup(heading);
  return program;
}

/** Choices stand in the name of the value or in the description. */
const descriptionOf = ({ description }: Option): string => description;

/**
 * Adds these commands to their groups.
 * @param words the line: a group that is a command by itself too, such as `audit`, is that only when no other word follows
 * @param run what each does
 */
export function addCommands<Context>(
  program: Program,
  commands: readonly Command<Context>[],
  words: readonly string[],
  run: (command: Command<Context>, values: Values, argument: string) => Promise<void>,
): void {
  for (const command of commands) {
    const names = command.name.split(' ');
    const parent = names.slice(0, -1).reduce(ensureCommand, program);
    const own = ensureCommand(parent, names.at(-1) ?? '');
    const isGroup = commands.some(({ name }) => name.startsWith(`${command.name} `));
    if (isGroup && names.length < words.length && !words[names.length]?.startsWith('-')) continue;
    const { argument, options, example, summary, details } = command;
    if (!isGroup) own.summary(summary);
    if (names.length > 2) parent.summary(parent.commands.map((each) => each.name()).join(', '));
    own.description([`${sentenceOf(summary)}`, ...(details === undefined ? [] : [details])].join('\n\n'));
    if (argument !== undefined) own.argument(`<${argument.name}>`, argument.about);
    for (const [name, option] of Object.entries(options)) own.addOption(optionOf(name, option));
    const line = `${PROGRAM} ${command.name}`;
    const usage = wrapped(`Usage: ${line} ${usageOf(command)}`.trimEnd());
    const examples = example === undefined ? [] : [wrapped(`Example: ${line} ${example}`)];
    own.usage(usage.slice(`Usage: ${line} `.length));
    own.addHelpText('after', examples.map((each) => `\n${each}`).join(''));
    own.showHelpAfterError([usage, ...examples, `Help: ${line} --help`].join('\n'));
    own.action(async () => {
      const given = own.opts<Values>();
      const values = Object.fromEntries(
        Object.entries(options).map(([name]) => [name, given[new Option(`--${name}`).attributeName()]]),
      );
      const missing = requiredOf(options).filter(([name]) => values[name] === undefined);
      if (missing.length > 0) own.error(`error: missing ${missing.map(([name]) => `--${name}`).join(', ')}`);
      await run(command, values, own.args[0] ?? '');
    });
  }
}

const sentenceOf = (summary: string): string => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;

/** The command of this name, or a new one that has only others below it. */
function ensureCommand(parent: Program, name: string): Program {
  const known = parent.commands.find((each) => each.name() === name);
  if (known !== undefined) return known;
  const line = [...ancestorsOf(parent), name].join(' ');
  return parent.command(name).usage('COMMAND [options]').helpCommand(false).showHelpAfterError(`See ${line} --help`);
}

const ancestorsOf = (program: Program): string[] => [
  ...(program.parent === null ? [] : ancestorsOf(program.parent)),
  program.name(),
];

function optionOf(name: string, { value, about, choices, isRepeatable, default: fallback }: CommandOption): Option {
  const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, about);
  if (choices !== undefined) option.choices(choices);
  else if (isRepeatable)
    option.argParser<string[] | undefined>((each, earlier) => [...(earlier ?? []), refuseOption(each)]);
  else if (value !== undefined) option.argParser(refuseOption);
  if (fallback !== undefined) option.default(fallback);
  return option;
}

/** A value that is left out: the parser would take the next option for it. */
function refuseOption(value: string): string {
  if (value.startsWith('--')) throw new InvalidArgumentError('It needs a value.');
  return value;
}

/**
 * Options that a command cannot do without. The parser does not know that they are required: it would report a missing one before
 * one that is misspelt, which is often the same.
 */
const requiredOf = (options: Command['options']): [string, CommandOption][] =>
  Object.entries(options).filter(([, { isRequired }]) => isRequired);

/** A line that a shell reads as one, in lines of the width of a help: each breaks before an option. */
function wrapped(line: string): string {
  const [first = '', ...options] = line.split(/ (?=--|\[options\])/);
  let text = first;
  for (const option of options) {
    const last = text.slice(text.lastIndexOf('\n') + 1);
    text += last.length + option.length + ' \\'.length < WIDTH ? ` ${option}` : ` \\\n    ${option}`;
  }
  return text;
}

/** What a command cannot do without, by name. */
function usageOf({ argument, options }: Pick<Command, 'argument' | 'options'>): string {
  const needed = requiredOf(options).map(([name, { value = '' }]) => `--${name} ${value}`);
  const rest = needed.length < Object.keys(options).length ? ['[options]'] : [];
  return [...(argument === undefined ? [] : [argument.name]), ...needed, ...rest].join(' ');
}

/**
 * Follows a line.
 * @param print takes each line of a help that was asked for
 * @throws AdminError with what is wrong with the line, its usage and an example
 */
export async function runLine(
  program: Program,
  words: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const wrong: string[] = [];
  configureAll(program, {
    writeOut: (text) => print(text.trimEnd()),
    writeErr: (text) => void wrong.push(text),
  });
  try {
    await program.parseAsync(withoutStrayHelp(program, words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new AdminError(wrong.join('').trimEnd());
  }
}

/** A line without --help if its command is misspelt: the parser would show the help of the command before it instead. */
function withoutStrayHelp(program: Program, words: readonly string[]): string[] {
  let command = program;
  for (const word of words) {
    if (word.startsWith('-') || command.commands.length === 0) break;
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) return words.filter((each) => each !== '--help');
    command = next;
  }
  return [...words];
}

/** Breaks lines that are wider than a help, between words. */
export const wrapLines = (text: string): string => new Help().boxWrap(text, WIDTH);

/** Commands take these over from the one that they are added to only when they are added. */
function configureAll(program: Program, output: OutputConfiguration): void {
  program.configureOutput(output).exitOverride();
  for (const each of program.commands) configureAll(each, output);
}
