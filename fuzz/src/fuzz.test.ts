import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomFrom } from '@inbox/simulate';
import { keep, readCorpus } from './corpus';
import { MAX_INPUT, mutate } from './mutate';
import { jsonOf, jsonSeed, orRefused } from './target';
import { readingIn, roomFor } from './task';

let room: string;
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'inbox-fuzz-'));
});
afterEach(() => rm(room, { recursive: true, force: true }));

describe('an input made of others', () => {
  it('is the same for the same seed, changes them, and is never too long', () => {
    const of = (seed: number): string[] => {
      const random = randomFrom(seed);
      const one = Buffer.from('{"a":[1,2,3]}');
      return Array.from({ length: 200 }, () => Buffer.from(mutate(one, one, random)).toString('latin1'));
    };
    expect(of(4)).toEqual(of(4));
    expect(new Set(of(4)).size).toBeGreaterThan(100);
    const long = new Uint8Array(MAX_INPUT).fill(65);
    const random = randomFrom(4);
    for (let tries = 0; tries < 200; tries += 1) {
      expect(mutate(long, long, random).length).toBeLessThanOrEqual(MAX_INPUT);
    }
  });

  it('is made of nothing, too', () => {
    const random = randomFrom(4);
    const none = new Uint8Array();
    for (let tries = 0; tries < 200; tries += 1) expect(mutate(none, none, random)).toBeInstanceOf(Uint8Array);
  });
});

describe('the corpus', () => {
  it('has what was kept, once, and nothing that is too long', async () => {
    expect(await readCorpus('none', room)).toEqual([]);
    expect(await keep('one', Buffer.from('a'), room)).toBe(true);
    expect(await keep('one', Buffer.from('a'), room)).toBe(true);
    expect(await keep('one', new Uint8Array(MAX_INPUT), room)).toBe(false);
    expect((await readdir(join(room, 'one'))).length).toBe(1);
    expect((await readCorpus('one', room)).map(String)).toEqual(['a']);
  });
});

describe('what is thrown', () => {
  it('is a refusal where the target says so, and else a finding', async () => {
    const isRefusal = ({ message }: Error): boolean => message === 'too long';
    const throwing = (error: Error) => orRefused(() => Promise.reject(error), isRefusal);
    await throwing(new Error('too long'));
    await expect(throwing(new TypeError('of undefined'))).rejects.toThrow('of undefined');
    expect(jsonOf(jsonSeed({ a: 1 }))).toEqual({ a: 1 });
    expect(jsonOf(Buffer.from('{'))).toBeUndefined();
  });
});

describe('what is being read', () => {
  it('is seen from outside, and each reading apart from the next', () => {
    const shared = roomFor(4);
    const [within, outside] = [readingIn(shared), readingIn(shared)];
    expect(outside.now()).toBeNull();
    within.begin(Buffer.from('abcdef'));
    const first = outside.now();
    expect(first).not.toBeNull();
    expect(Buffer.from(outside.input()).toString()).toBe('abcd');
    within.end();
    expect(outside.now()).toBeNull();
    within.begin(Buffer.from('x'));
    expect(outside.now()).not.toBe(first);
    expect(Buffer.from(outside.input()).toString()).toBe('x');
  });
});
