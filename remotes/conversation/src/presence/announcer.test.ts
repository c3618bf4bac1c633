import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createAnnouncer, type Announcer } from './announcer';

const said: unknown[] = [];
let announcer: Announcer;

beforeEach(() => {
  jest.useFakeTimers();
  said.length = 0;
  announcer = createAnnouncer((doing) => said.push(doing));
  announcer.here();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Presses a key so often, so many milliseconds apart. */
function type(keys: number, everyMs: number): void {
  for (let key = 0; key < keys; key += 1) {
    announcer.typed();
    jest.advanceTimersByTime(everyMs);
  }
}

it('says that the agent writes, again every three seconds, and that they stopped after four', () => {
  type(70, 100);
  expect(said).toEqual(['viewing', 'typing', 'typing', 'typing']);
  jest.advanceTimersByTime(3_800);
  expect(said).toHaveLength(4);
  jest.advanceTimersByTime(200);
  expect(said.slice(4)).toEqual(['viewing']);
});

it('says at once that what was written is sent', () => {
  type(1, 100);
  announcer.stopped();
  announcer.stopped();
  jest.runAllTimers();
  expect(said).toEqual(['viewing', 'typing', 'viewing']);
});

it('leaves once, and says nothing after it', () => {
  type(1, 100);
  announcer.leave();
  announcer.leave();
  jest.runAllTimers();
  expect(said).toEqual(['viewing', 'typing', null]);
});

it('counts as there while the page is hidden for a moment only', () => {
  announcer.shown(false);
  jest.advanceTimersByTime(59_000);
  announcer.shown(true);
  jest.advanceTimersByTime(120_000);
  expect(said).toEqual(['viewing']);
  announcer.shown(false);
  jest.advanceTimersByTime(60_000);
  expect(said).toEqual(['viewing', null]);
  announcer.shown(true);
  expect(said).toEqual(['viewing', null, 'viewing']);
});
