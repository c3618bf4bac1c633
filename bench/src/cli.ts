import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { FULL, QUICK } from './amounts';
import { ArgumentError, HELP, readArguments, type Options } from './arguments';
import { startDatabases } from './inbox/databases';
import { closeAll, closes, killAll, openNow } from './opened';
import { MEASURE } from './parts';
import { buildProduct } from './web/build-bundle';

/** Milliseconds that a part may take which is to be quick, and all together: many times what they take on a quiet machine. */
const QUICK_MS = 600_000;
const ALL_QUICK_MS = 1_200_000;

/** Progress goes where it does not mix with the tables. */
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Measures each part, and prints its tables as soon as there are any. @returns the exit code */
async function measure({ rounds, parts, tickets, quick, json }: Options): Promise<number> {
  await buildProduct();
  const dir = await mkdtemp(join(tmpdir(), 'inbox-bench-'));
  closes(
    () => rm(dir, { recursive: true, force: true }),
    () => rmSync(dir, { recursive: true, force: true }),
  );
  const databases = await startDatabases(dir);
  const world = { databases, dir, rounds, tickets, amounts: quick ? QUICK : FULL, say };
  const before = openNow();
  const figures: Record<string, unknown> = {};
  const failed: string[] = [];
  const end = performance.now() + ALL_QUICK_MS;
  for (const part of parts) {
    const begun = performance.now();
    try {
      const measured = await (quick
        ? inTime(MEASURE[part](world), Math.min(QUICK_MS, end - performance.now()))
        : MEASURE[part](world));
      Object.assign(figures, measured.figures);
      console.log(`\n${measured.report}\n`);
    } catch (error) {
      failed.push(part);
      say(`${part}: ${inspect(error)}`);
    }
    // A part that has failed may have left something open.
    await closeAll(before);
    say(`${part}: ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`);
  if (failed.length > 0) say(`Not measured: ${failed.join(', ')}.`);
  return failed.length > 0 ? 1 : 0;
}

/** @throws Error when it takes too long; it goes on, and fails once what it uses is closed */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`It is not done after ${Math.round(ms / 1000)} s.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(limit));
}

async function main(): Promise<number> {
  try {
    const options = readArguments(process.argv.slice(2));
    if (options !== null) return await measure(options);
    console.log(HELP);
    return 0;
  } catch (error) {
    say(error instanceof ArgumentError ? error.message : inspect(error));
    return 1;
  } finally {
    await closeAll();
  }
}

for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
  process.once(signal, () => void closeAll().then(() => process.exit(128 + number)));
}
process.once('exit', killAll);
// Not before its end by itself: what a library has left open is no reason to stay.
process.exit(await main());
