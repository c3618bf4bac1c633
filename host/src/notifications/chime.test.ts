/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { createChime } from './chime';

const log: string[] = [];

/** As much of WebAudio as two notes need, written down. */
class TestNode extends EventTarget {
  frequency = { value: 0 };
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect = <T>(to: T): T => to;
  start = (at: number) => log.push(`note at ${at.toFixed(2)}`);
  stop = () => queueMicrotask(() => this.dispatchEvent(new Event('ended')));
}
class TestContext {
  currentTime = 10;
  destination = new TestNode();
  createGain = () => new TestNode();
  createOscillator = () => new TestNode();
  suspend = async () => void log.push('suspend');
  resume = async () => void log.push('resume');
  close = async () => void log.push('close');
}

beforeEach(() => {
  log.length = 0;
  Object.assign(window, { AudioContext: TestContext });
});

it('makes no sound before somebody has pressed something, two notes after, and rests in between', async () => {
  const chime = createChime();
  expect(chime.isReady()).toBe(false);
  await chime.play();
  expect(log).toEqual([]);
  document.dispatchEvent(new Event('pointerdown'));
  expect(chime.isReady()).toBe(true);
  await chime.play();
  await Promise.resolve();
  expect(log).toEqual(['suspend', 'resume', 'note at 10.00', 'note at 10.11', 'suspend']);
  chime.stop();
  expect(log.at(-1)).toBe('close');
});

it('listens no longer once stopped', () => {
  const chime = createChime();
  chime.stop();
  document.dispatchEvent(new Event('keydown'));
  expect(chime.isReady()).toBe(false);
});

it('stays silent where there is nothing to play on', async () => {
  Reflect.deleteProperty(window, 'AudioContext');
  const chime = createChime();
  document.dispatchEvent(new Event('pointerdown'));
  await chime.play();
  expect([chime.isReady(), log]).toEqual([false, []]);
});
