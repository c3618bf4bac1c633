/** @jest-environment jsdom */
import { aQuickReply } from '@inbox/panel/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createStoredCopy, mostUsedWithin } from './stored-copy';

const one = aQuickReply({ id: 1, shortcut: '/one' });
const two = aQuickReply({ id: 2, shortcut: '/two' });

function copyOf() {
  const written: unknown[] = [];
  const write = (_key: string, value: unknown) => {
    written.push(value);
    return true;
  };
  return { copy: createStoredCopy({ read: () => null, write, onChange: () => () => undefined }), written };
}

/** Gives the page idle moments, which come when `idle` is called. */
function idleMoments() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  Object.assign(globalThis, {
    requestIdleCallback: (work: () => void) => {
      waiting.set(++last, work);
      return last;
    },
    cancelIdleCallback: (handle: number) => waiting.delete(handle),
  });
  return () => {
    for (const work of waiting.values()) work();
    waiting.clear();
  };
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  jest.useRealTimers();
});

describe('the copy in the browser', () => {
  it('is written when the page is idle, once, and as it was last', () => {
    const idle = idleMoments();
    const { copy, written } = copyOf();
    copy.put([one]);
    copy.writeLater();
    copy.put([one, two]);
    copy.writeLater();
    expect(written).toEqual([]);
    idle();
    idle();
    expect(written).toEqual([[one, two]]);
  });

  it('is written at once when the panel goes, and not again', () => {
    const idle = idleMoments();
    const { copy, written } = copyOf();
    copy.put([one]);
    copy.writeLater();
    copy.writeNow();
    copy.writeNow();
    idle();
    expect(written).toEqual([[one]]);
  });

  it('is not written while there is nothing new', () => {
    const idle = idleMoments();
    const { copy, written } = copyOf();
    copy.writeLater();
    idle();
    expect(written).toEqual([]);
  });

  it('is written where the browser knows no idle moments', () => {
    jest.useFakeTimers();
    const { copy, written } = copyOf();
    copy.put([one]);
    copy.writeLater();
    expect(written).toEqual([]);
    jest.runAllTimers();
    expect(written).toEqual([[one]]);
  });
});

describe('what is more than the browser takes', () => {
  const replies = [3, 9, 1, 9].map((uses, at) =>
    aQuickReply({ id: at + 1, shortcut: `/${at}`, message: 'x'.repeat(98), uses }),
  );
  it.each([
    [400, [1, 2, 3, 4]],
    [399, [1, 2, 4]],
    [250, [2, 4]],
    [50, []],
  ])('keeps of %i characters those that are used most, in their order', (most, ids) => {
    expect(mostUsedWithin(replies, most).map(({ id }) => id)).toEqual(ids);
  });
});
