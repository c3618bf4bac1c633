/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useRowSizes } from './use-row-sizes';

/** Pixels that the scroller shows, and how far below its top edge the page begins. */
const [VIEW, EDGE] = [300, 50];

/** Each row has a head, and a button below it. */
const BUTTON = 20;
let heads: number[] = [];
let tell: () => void = () => undefined;
let observers: Observer[] = [];

class Observer implements ResizeObserver {
  constructor(readonly notify: ResizeObserverCallback) {
    observers.push(this);
  }
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const rowHeight = (n: number) => (heads[n] ?? 0) + BUTTON;
const topOf = (n: number) => heads.slice(0, n).reduce((sum, _, at) => sum + rowHeight(at), 0);
const log = () => screen.getByRole('log');
const button = (n: number) => screen.getByRole('button', { name: `Print ${n}` });
const box = (top: number, height: number) => DOMRectReadOnly.fromRect({ y: top, height }) as DOMRect;

/** jsdom lays nothing out. */
function layOut(): void {
  const shown = log();
  let at = 0;
  Object.defineProperties(shown, {
    scrollHeight: { get: () => topOf(heads.length) },
    scrollTop: {
      get: () => at,
      set: (to: number) => {
        at = Math.max(0, Math.min(to, topOf(heads.length) - VIEW));
      },
    },
  });
  shown.getBoundingClientRect = () => box(EDGE, VIEW);
  for (const n of heads.keys()) {
    const row = button(n).parentElement!;
    row.getBoundingClientRect = () => box(EDGE + topOf(n) - at, rowHeight(n));
    button(n).getBoundingClientRect = () => box(EDGE + topOf(n) + (heads[n] ?? 0) - at, BUTTON);
  }
}

function Thread({ follows }: { follows: boolean }) {
  const [scroller, newest, following] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef(follows)];
  tell = useRowSizes({ scroller, newest, follows: following, rows: [], onResize: () => undefined });
  return (
    <div role="log" ref={scroller}>
      <div ref={newest}>
        {[...heads.keys()].map((n) => (
          <article key={n}>
            <button>Print {n}</button>
          </article>
        ))}
      </div>
    </div>
  );
}

/** Ten rows of 100 pixels, of which three are seen, scrolled to `at`. */
function show({ at, follows = false }: { at: number; follows?: boolean }) {
  heads = Array.from({ length: 10 }, () => 100 - BUTTON);
  render(<Thread follows={follows} />);
  layOut();
  log().scrollTop = at;
  tell();
  log().scrollTop = at;
}
const point = (target: Element) =>
  act(() => void target.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
const grow = (n: number, by: number) => void (heads[n] = (heads[n] ?? 0) + by);
const observed = () => {
  const entries = [...log().querySelectorAll('article')].map(
    (target) => ({ target }) as unknown as ResizeObserverEntry,
  );
  act(() => observers.forEach((one) => one.notify(entries, one)));
};
const place = (n: number) => button(n).getBoundingClientRect().top;

beforeEach(() => {
  observers = [];
  globalThis.ResizeObserver = Observer;
});

describe.each([
  ['as soon as it is told', () => tell()],
  ['in the frame in which the browser tells', observed],
])('a button under the pointer stays where it is, %s', (_when, settle) => {
  it.each([
    ['rows that are out of sight', [0, 2]],
    ['the row at the upper edge', [4]],
    ['its own row above it', [5]],
    ['rows above and below it', [1, 4, 5, 6, 9]],
  ])('when %s grow', (_which, growing) => {
    show({ at: 450 });
    point(button(5));
    const before = place(5);
    for (const n of growing) grow(n, 70);
    settle();
    expect(place(5)).toBe(before);
    for (const n of growing) grow(n, -30);
    settle();
    expect(place(5)).toBe(before);
  });

  it('also at the foot, which is followed again once the pointer is elsewhere', () => {
    show({ at: 700, follows: true });
    point(button(8));
    const before = place(8);
    for (const n of [7, 9]) grow(n, 50);
    settle();
    expect(place(8)).toBe(before);
    point(log());
    grow(9, 10);
    settle();
    expect(log().scrollTop).toBe(topOf(10) - VIEW);
  });
});

it('what was pressed holds nothing: the row that it unfolds stays where it is', () => {
  show({ at: 450 });
  point(button(5));
  act(() => button(5).click());
  grow(5, 5_000);
  tell();
  expect(log().scrollTop).toBe(450);
});

it('what is read stays where it is when nothing is pointed at', () => {
  show({ at: 450 });
  const before = place(5);
  for (const n of [0, 3]) grow(n, 70);
  tell();
  expect(place(5)).toBe(before);
});

it('a button that is gone holds nothing', () => {
  show({ at: 450 });
  point(button(6));
  button(6).remove();
  const before = place(5);
  grow(0, 70);
  tell();
  expect(place(5)).toBe(before);
});
