import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '@inbox/simulate';
import { readCorpus } from './corpus';
import { mutate } from './mutate';
import { TARGETS } from './targets';
import { wordsOf } from './task';

/** Inputs made anew for each target; `pnpm fuzz` tries as many in a second. */
const TRIED = 300;

describe.each([...TARGETS.values()])('the reader of $name', (target) => {
  it('reads what it reads every day, and what once ran something that no other input ran', async () => {
    for (const input of [...(await target.seeds()), ...(await readCorpus(target.name))]) {
      await expect(target.read(input)).resolves.toBeUndefined();
    }
  });

  it('reads whatever is made of that', async () => {
    const known = [...(await target.seeds()), ...(await readCorpus(target.name))];
    expect(known.length).toBeGreaterThan(0);
    const random = randomFrom(1);
    const any = (): Uint8Array => known[random.between(0, known.length - 1)] ?? new Uint8Array();
    for (let tried = 0; tried < TRIED; tried += 1) {
      const input = mutate(any(), any(), random);
      const outcome = await target.read(input).catch(wordsOf);
      if (outcome !== undefined) expect({ outcome, base64: Buffer.from(input).toString('base64') }).toBeUndefined();
    }
  });
});
