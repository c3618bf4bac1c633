import { describe, expect, it } from '@jest/globals';
import { allCommands, commandsFor } from './command-groups';
import { knownCommand } from './command';

describe('the operator’s commands', () => {
  it('are each found by their first word', async () => {
    const all = await allCommands();
    expect(all.length).toBeGreaterThan(40);
    for (const { name } of all) {
      const { commands, standalone } = await commandsFor(name.split(' ')[0] ?? '');
      expect([...commands, ...standalone].map((command) => command.name)).toContain(name);
    }
  });

  it('are each in the help once', async () => {
    const names = (await allCommands()).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(['help', 'toString', ''])(
    'are none that begin with %j, which says so before anything is opened',
    async (word) => {
      const { commands } = await commandsFor(word);
      expect(() => knownCommand(commands, [word])).toThrow(`There is no command '${word}'; see pnpm admin --help.`);
    },
  );
});
