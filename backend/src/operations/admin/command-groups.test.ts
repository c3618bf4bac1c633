import { describe, expect, it } from '@jest/globals';
import { commandsFor, GROUPS, normalLine } from './command-groups';
import { addCommands, programOf, runLine } from './program';

const names = GROUPS.map(({ name }) => name);

const load = async (word: string) => {
  const { commands, standalone } = await commandsFor(word);
  return [...commands, ...standalone];
};

/** What a line prints, or is refused with; `ran` is the command that it would have run. */
async function follow(line: string) {
  const words = normalLine(line.split(' '));
  const program = programOf(GROUPS);
  const printed: string[] = [];
  let ran: string | undefined;
  const run = async ({ name }: { name: string }): Promise<void> => void (ran = name);
  const { commands, standalone } = await commandsFor(words[0]);
  addCommands(program, commands, words, run);
  addCommands(program, standalone, words, run);
  const refusal = await runLine(program, words, (text) => printed.push(text)).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  return { printed: printed.join('\n'), refusal, ran };
}

describe('pnpm admin', () => {
  it('lists its groups on one screen', async () => {
    const { printed } = await follow('--help');
    for (const name of names) expect(printed).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(printed.split('\n').length).toBeLessThanOrEqual(48);
  });

  it('has every command in the group that its name begins with, once', async () => {
    const all: string[] = [];
    for (const name of names) {
      const commands = await load(name);
      expect(commands.length).toBeGreaterThan(0);
      all.push(...commands.map((command) => command.name));
    }
    expect(new Set(all).size).toBe(all.length);
  });

  it('explains each group and command in lines of at most 100 characters', async () => {
    const lines = ['--help'];
    for (const name of names) lines.push(`${name} --help`, ...(await load(name)).map((each) => `${each.name} --help`));
    for (const line of new Set(lines)) {
      const { printed, refusal } = await follow(line);
      expect(refusal).toBeUndefined();
      expect(printed).toContain('Usage: pnpm admin');
      expect(printed.split('\n').filter((each) => each.length > 100)).toEqual([]);
    }
  });

  it.each([
    ['acount list', "unknown command 'acount'\n(Did you mean account?)"],
    ['audit exprot', "unknown command 'exprot'\n(Did you mean export?)"],
    ['embed orgins add https://x.example', "unknown command 'orgins'\n(Did you mean origins?)"],
    ['merchant add --merchnt x', "unknown option '--merchnt'\n(Did you mean --merchant?)"],
    ['toString', "unknown command 'toString'"],
    ['acount add --help', '(Did you mean account?)'],
    ['agent ad --help', '(Did you mean add?)'],
    ['agent add --merchant --email me@shop.example', "argument '--email' is invalid. It needs a value."],
  ])('asks for %j what was meant, before anything is opened', async (line, words) => {
    const { refusal, ran } = await follow(line);
    expect(refusal).toContain(words);
    expect(ran).toBeUndefined();
  });

  it('answers a missing option with the usage and an example', async () => {
    const { refusal } = await follow('email-group set --merchant my-shop');
    expect(refusal).toBe(
      [
        'error: missing --name, --emails',
        'Usage: pnpm admin email-group set --merchant SHORT-NAME --name NAME --emails ADDRESSES',
        'Example: pnpm admin email-group set --merchant my-shop --name Couriers \\',
        '    --emails desk@courier.example,pickup@courier.example',
        'Help: pnpm admin email-group set --help',
      ].join('\n'),
    );
  });

  it('lists the commands of a group that is named alone', async () => {
    const { refusal } = await follow('merchant');
    expect(refusal).toMatch(/^Usage: pnpm admin merchant COMMAND/);
    for (const verb of ['add', 'list', 'set']) expect(refusal).toMatch(new RegExp(`^  ${verb} `, 'm'));
  });

  it.each([
    ['audit', 'audit'],
    ['audit --limit 5', 'audit'],
    ['audit verify', 'audit verify'],
    ['backup --to /mnt', 'backup'],
    ['restore a.age --to /srv', 'restore'],
    ['dead-letters', 'dead-letters'],
    ['inbox-kept', 'dead-letters'],
    ['inbox-kept show 7', 'dead-letters show'],
  ])('follows %j', async (line, command) => {
    expect(await follow(line)).toMatchObject({ ran: command, refusal: undefined });
  });

  it.each(['help', 'help agent', 'help agent add', 'agent --help'])('shows a help for %j', async (line) => {
    const { printed, refusal } = await follow(line);
    expect([printed.split('\n')[0], refusal]).toEqual([expect.stringMatching(/^Usage: pnpm admin /), undefined]);
  });

  it('names the commands of a group within a group', async () => {
    expect((await follow('embed --help')).printed).toMatch(/^  origins +add, remove, list$/m);
  });

  it('takes no secret as an argument', async () => {
    const all = (await Promise.all(names.map(load))).flat();
    const options = all.flatMap((each) => Object.keys(each.options));
    expect(options.filter((name) => /^(?:token|secret|credentials|app-secret|key)$/.test(name))).toEqual([]);
  });
});
