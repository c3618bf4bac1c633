import { afterEach, describe, expect, it } from '@jest/globals';
import { createReadiness, NotReady, type Readiness } from './readiness';

let readiness: Readiness;
let clock: number;
let lines: string[];
let lastings: (readonly string[])[];

/** Milliseconds: no periodic check runs during a test. */
const NEVER = 1_000_000;

function create(withinMs = 2_000): Readiness {
  clock = 0;
  lines = [];
  lastings = [];
  readiness = createReadiness({
    log: (line) => void lines.push(line),
    onLasting: () => void lastings.push(readiness.lasting()),
    report: (error) => void lines.push(String(error)),
    everyMs: NEVER,
    freshMs: 3_000,
    withinMs,
    now: () => clock,
  });
  return readiness;
}
afterEach(() => readiness.stop());

const problemsAt = async (at: number) => {
  clock = at;
  return readiness.problems();
};

describe('readiness', () => {
  it('checks once in three seconds, however often and at once it is requested', async () => {
    let checks = 0;
    create().add('files', async () => void (checks += 1));
    await Promise.all(Array.from({ length: 50 }, () => readiness.problems()));
    await problemsAt(2_999);
    expect(checks).toBe(1);
    await Promise.all([problemsAt(3_000), problemsAt(3_000)]);
    expect(checks).toBe(2);
  });

  it('names each failed need, writes details to the log only, and recovers without a restart', async () => {
    let isFull = true;
    create().add('files', async () => {
      if (isFull) throw new NotReady('The disk is full.', { cause: new Error('ENOSPC: no space left, /srv/inbox') });
    });
    readiness.add('database', async () => {
      if (isFull) throw new Error('a mistake at /srv/inbox');
    });
    readiness.add('page', async () => undefined);
    const both = [
      { need: 'files', reason: 'The disk is full.' },
      { need: 'database', reason: 'It could not be checked.' },
    ];
    expect(await readiness.problems()).toEqual(both);
    expect(await problemsAt(3_000)).toEqual(both);
    expect(Object.fromEntries(readiness.last())).toEqual({ files: false, database: false, page: true });
    isFull = false;
    expect(await problemsAt(6_000)).toEqual([]);
    expect(lines).toEqual([
      'The inbox is not ready (files): The disk is full. ENOSPC: no space left, /srv/inbox',
      'The inbox is not ready (database): It could not be checked. a mistake at /srv/inbox',
      'The inbox is ready again.',
    ]);
  });

  it('has news for agents only of what lasts, and of its end', async () => {
    const results = [false, true, false, false, false, true];
    create().add('files', async () => {
      if (results.shift() !== true) throw new NotReady('The disk is full.');
    });
    for (let at = 0; results.length > 0; at += 3_000) await problemsAt(at);
    expect(lastings).toEqual([['files'], []]);
  });

  it('is not ready while a check hangs, which it does not begin a second time', async () => {
    let begun = 0;
    let end: () => void = () => undefined;
    create(5).add('database', async () => {
      begun += 1;
      await new Promise<void>((resolve) => (end = resolve));
    });
    const late = [{ need: 'database', reason: 'There is no answer within 0.005 seconds.' }];
    expect([await problemsAt(0), await problemsAt(3_000)]).toEqual([late, late]);
    expect(begun).toBe(1);
    const answer = problemsAt(6_000);
    end();
    expect(await answer).toEqual([]);
  });
});
