/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withTabLock } from './tab-lock';
import { TestLocks } from '../testing/test-locks';

const never = new AbortController().signal;

/** A piece of work that ends when the test says so. */
function aWork() {
  let end = () => {};
  let fail = (_: Error) => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const work = {
    state: 'waits' as 'waits' | 'runs',
    end: () => end(),
    fail: (error: Error) => fail(error),
    run() {
      work.state = 'runs';
      return ended;
    },
  };
  return work;
}

afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

describe('with locks', () => {
  beforeEach(() => void Object.defineProperty(navigator, 'locks', { configurable: true, value: new TestLocks() }));

  it('one tab after the other does what has the same name', async () => {
    const [first, second, other] = [aWork(), aWork(), aWork()];
    const firstDone = withTabLock('send', never, first.run);
    const secondDone = withTabLock('send', never, second.run);
    const otherDone = withTabLock('upload', never, other.run);
    other.end();
    await otherDone;
    expect([first.state, second.state]).toEqual(['runs', 'waits']);
    first.end();
    await firstDone;
    second.end();
    await secondDone;
    expect(second.state).toBe('runs');
  });

  it('work that fails rejects, and holds nobody up', async () => {
    const [first, second] = [aWork(), aWork()];
    const firstDone = withTabLock('send', never, first.run);
    const secondDone = withTabLock('send', never, second.run);
    first.fail(new Error('refused'));
    await expect(firstDone).rejects.toThrow('refused');
    second.end();
    await secondDone;
    expect(second.state).toBe('runs');
  });

  it('what is aborted before its turn is not done, and says so at once', async () => {
    const [first, second] = [aWork(), aWork()];
    const stop = new AbortController();
    const firstDone = withTabLock('send', never, first.run);
    const secondDone = withTabLock('send', stop.signal, second.run);
    stop.abort();
    await secondDone;
    first.end();
    await firstDone;
    expect(second.state).toBe('waits');
  });
});

describe('without locks', () => {
  it('work is done at once', async () => {
    const [first, second] = [aWork(), aWork()];
    const done = [withTabLock('send', never, first.run), withTabLock('send', never, second.run)];
    expect([first.state, second.state]).toEqual(['runs', 'runs']);
    first.end();
    second.end();
    await Promise.all(done);
  });

  it('what was aborted before is not done', async () => {
    const work = aWork();
    await withTabLock('send', AbortSignal.abort(), work.run);
    expect(work.state).toBe('waits');
  });
});
