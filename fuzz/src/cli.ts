import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keep } from './corpus';
import { fuzz } from './fuzz';
import { TARGETS } from './targets';
import { wordsOf } from './task';

const FINDINGS = '.data/fuzz';

const USAGE = `pnpm fuzz [TARGET …] [--seconds 60] [--seed NUMBER] [--keep]
pnpm fuzz TARGET --input FILE      reads one input again, and says what comes of it

Tries random inputs on the parsers of what comes from outside, made of those in fuzz/corpus. What does not hold is written to
${FINDINGS}, and ends the command with 1. --keep adds inputs that ran what no other had run to the corpus.
Targets: ${[...TARGETS.keys()].join(', ')}`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string' },
      input: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const unknown = positionals.filter((name) => !TARGETS.has(name));
  if (values.help || unknown.length > 0 || !(seconds > 0)) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  if (values.input !== undefined) return readAgain(positionals[0] ?? '', values.input);
  const seed = values.seed === undefined ? Date.now() % 2 ** 32 : Number(values.seed);
  let found = 0;
  for (const name of positionals.length > 0 ? positionals : TARGETS.keys()) {
    const { tried, added, findings } = await fuzz(name, { seconds, seed });
    let kept = 0;
    if (values.keep) for (const input of added) kept += Number(await keep(name, input));
    console.log(
      `${name}: ${tried} inputs in ${seconds} s, ${added.length} ran something new, ${kept} kept, ${findings.length} findings (seed ${seed})`,
    );
    for (const { words, input } of findings) console.log(`  ${words}\n  ${await writeDown(name, input)}`);
    found += findings.length;
  }
  return found === 0 ? 0 : 1;
}

async function writeDown(target: string, input: Uint8Array): Promise<string> {
  await mkdir(join(FINDINGS, target), { recursive: true });
  const path = join(FINDINGS, target, createHash('sha256').update(input).digest('hex').slice(0, 16));
  await writeFile(path, input);
  return path;
}

async function readAgain(name: string, path: string): Promise<number> {
  const target = TARGETS.get(name);
  if (!target) {
    console.log(USAGE);
    return 2;
  }
  try {
    await target.read(await readFile(path));
    console.log('It holds.');
    return 0;
  } catch (error) {
    console.log(wordsOf(error));
    return 1;
  }
}

process.exitCode = await main();
