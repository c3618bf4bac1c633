/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { CLICK_MS, holdPressed, LONGEST_PRESS_MS } from './hold-pressed';

/** Pixels of what stands above the button. */
let above: number;
let place: HTMLElement;
let profile: HTMLElement;
let head: HTMLElement;
let stop: () => void;

const box =
  (top: number, height = 44) =>
  () =>
    ({ top, height }) as DOMRect;

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<aside><div><p></p><button>Orders</button></div></aside>';
  place = document.querySelector('div')!;
  [profile, head] = [document.querySelector('p')!, document.querySelector('button')!];
  above = 100;
  const shift = () => parseFloat(place.style.insetBlockStart || '0');
  place.getBoundingClientRect = () => box(shift())();
  head.getBoundingClientRect = () => box(shift() + above)();
  stop = holdPressed(place);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

/** The environment has no events of pointers. */
const tell = (type: string, { pointerId = 1, button = 0, isPrimary = true } = {}) =>
  head.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, button }), { pointerId, isPrimary }));
const press = (more = {}) => tell('pointerdown', more);
/** What stands above has become higher; told as a browser tells it. */
async function come(height: number): Promise<void> {
  above = height;
  profile.textContent = `${height} pixels`;
  await Promise.resolve();
}
const top = () => head.getBoundingClientRect().top;

it('stays where it is pressed until its click, while what is above grows and shrinks', async () => {
  press();
  await come(260);
  expect(top()).toBe(100);
  await come(40);
  expect(top()).toBe(100);
  tell('pointerup');
  expect(top()).toBe(100);
  let clicked = NaN;
  head.addEventListener('click', () => (clicked = top()));
  head.click();
  expect(clicked).toBe(100);
  expect(top()).toBe(40);
});

it.each<[string, () => void]>([
  ['a finger scrolls, or something is dragged', () => tell('pointercancel')],
  ['the window is left', () => dispatchEvent(new Event('blur'))],
  ['the panel goes', () => stop()],
  ['its end is never told', () => jest.advanceTimersByTime(LONGEST_PRESS_MS)],
  [
    'it was released elsewhere, without a click',
    () => {
      tell('pointerup');
      jest.advanceTimersByTime(CLICK_MS);
    },
  ],
])('is let go when %s, and what comes then moves it', async (_, end) => {
  press();
  await come(260);
  expect(top()).toBe(100);
  end();
  expect(top()).toBe(260);
  await come(300);
  expect(top()).toBe(300);
  expect(jest.getTimerCount()).toBe(0);
});

it('is not let go by another finger, nor held by one or by the other button', async () => {
  press();
  tell('pointerup', { pointerId: 2, isPrimary: false });
  await come(260);
  jest.advanceTimersByTime(CLICK_MS);
  expect(top()).toBe(100);
  tell('pointercancel');
  for (const other of [{ isPrimary: false }, { button: 2 }]) {
    press(other);
    await come(above + 10);
    expect(top()).toBe(above);
  }
});

it('is what a press that begins anew holds', async () => {
  press();
  await come(260);
  press();
  expect(top()).toBe(260);
  await come(300);
  expect(top()).toBe(260);
});

it('does not follow what is gone', async () => {
  press();
  await come(260);
  head.getBoundingClientRect = box(0, 0);
  await come(300);
  expect(place.getBoundingClientRect().top).toBe(-160);
});

it('goes on showing what a scrolled panel shows', async () => {
  const panel = place.parentElement!;
  panel.scrollTop = 50;
  press();
  await come(260);
  tell('pointercancel');
  expect(panel.scrollTop).toBe(210);
});
