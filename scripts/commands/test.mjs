import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../lib/install.mjs';
import { endWithNpm } from '../lib/parent.mjs';
import { ROOT } from '../lib/paths.mjs';
import { endChildrenWithUs } from '../lib/run.mjs';
import { runCommand, Trouble } from '../lib/trouble.mjs';
import { readChange } from '../suite/change.mjs';
import { deep } from '../suite/deep.mjs';
import { affected, gate } from '../suite/gate.mjs';
import { readSources, writeResult } from '../suite/result.mjs';
import { readShard } from '../suite/shard.mjs';
import { runSteps } from '../suite/steps.mjs';
import { inWords, nameFlake, sum } from '../suite/tally.mjs';

/** Tests that hang must end too, with a failure: milliseconds. A step has the time of a machine with other work to do. */
const LIMIT = 60 * 60_000;

await runCommand(async () => {
  endWithNpm();
  endChildrenWithUs();
  const { values, positionals } = readArguments();
  const shard = readShard(values.shard);
  if (shard !== null && !values.deep)
    throw new Trouble('Only the deep suite has parts: npm run test:deep -- --shard 1/3.');
  const place = { dir: join(ROOT, '.cache', values.deep ? 'test-deep' : 'test'), limit: LIMIT };
  const sources = await readSources();
  const steps = values.deep
    ? chosen(deep(place, shard), positionals)
    : positionals.includes('affected')
      ? affected(place, await readChange())
      : chosen(gate(place), positionals);
  await ensureInstalled(ROOT);
  // Results of an earlier run must never be counted for this one.
  rmSync(place.dir, { recursive: true, force: true });
  mkdirSync(place.dir, { recursive: true });
  console.log(
    `Running:\n${steps
      .flat()
      .map(({ what }) => `  ${what}`)
      .join('\n')}\n`,
  );

  const done = await runSteps(steps);
  writeResult(place.dir, sources, done);
  console.log(['', ...done.map(({ line }) => line), ''].join('\n'));
  const total = sum(done.map(({ tally }) => tally));
  if (total.flaky.length > 0) console.log('Failed at first, passed when run again:');
  for (const flake of total.flaky) console.log(`  ${nameFlake(flake)}`);
  console.log(inWords(total));
  // A part may have no share in the steps that were asked for; otherwise a run without a test proves nothing.
  process.exitCode = total.failed > 0 || (total.passed === 0 && shard === null) ? 1 : 0;
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { deep: { type: 'boolean', default: false }, shard: { type: 'string' } },
    });
  } catch (error) {
    throw new Trouble(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The steps that were asked for by name, or all.
 * @param {readonly (readonly import('../suite/steps.mjs').Step[])[]} groups
 * @param {readonly string[]} names
 */
function chosen(groups, names) {
  const known = groups.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Trouble(`No step ${unknown.join(', ')}: there are ${known.join(', ')}.`);
  if (names.length === 0) return groups;
  return groups.map((group) => group.filter(({ name }) => names.includes(name))).filter((group) => group.length > 0);
}
