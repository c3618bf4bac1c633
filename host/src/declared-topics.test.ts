import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTopics, topicKey, type CommandName } from '@inbox/events';
import { inbox } from '../package.json';

/** A call of the bus with its topic: `bus.own('session')`, `client.emit(`live.${type}`, …)`. */
const CALL =
  /\.(own|emit|send|handle|onState|onEvent|state|events)\(\s*(['`])((?:live\.|act\.|actions\.|unsent\.)?[\w.]*)(\$\{[^}]+\})?\2/g;
const PRODUCES = new Set(['own', 'emit', 'send']);

/** What the shell's code does on the bus, as topics. */
function topicsInCode(): { produces: string[]; consumes: string[] } {
  const found = { produces: new Set<string>(), consumes: new Set<string>() };
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))) {
    for (const [, verb = '', , name = '', rest] of readFileSync(join(__dirname, file), 'utf8').matchAll(CALL)) {
      // Live events are declared all in one.
      const key = rest !== undefined ? `${name}*@1` : name.startsWith('live.') ? 'live.*@1' : keyOf(name);
      if (key !== null) found[PRODUCES.has(verb) ? 'produces' : 'consumes'].add(key);
    }
  }
  return { produces: [...found.produces].toSorted(), consumes: [...found.consumes].toSorted() };
}

function keyOf(name: string): string | null {
  try {
    return topicKey(name as CommandName);
  } catch {
    // `.send(` of something else.
    return null;
  }
}

it('the shell’s package.json, from which publishing knows the shell, says what its code does on the bus', () => {
  expect(Object.keys(commandTopics)).toContain('toast');
  const { produces, consumes } = topicsInCode();
  expect(inbox.produces.toSorted()).toEqual(produces);
  expect(inbox.consumes.toSorted()).toEqual(consumes);
});
