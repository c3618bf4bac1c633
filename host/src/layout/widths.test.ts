/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createWidths, fitWidths, LEAST_MAIN_PX, SIZES } from './widths';

describe('widths that are wanted', () => {
  it.each([
    ['with room for all', { list: 376, side: 320 }, 1544, true, [376, 320]],
    ['wider than may be', { list: 2000, side: 2000 }, 3000, true, [640, 640]],
    ['narrower than may be', { list: 1, side: 1 }, 1544, true, [284, 280]],
    ['in the narrowest wide page', { list: 640, side: 640 }, 1144, true, [444, 280]],
    ['in the narrowest page with two panels', { list: 640, side: 320 }, 704, false, [284, 280]],
  ] as const)('%s', (_, wanted, available, withSide, [list, side]) => {
    const fitted = fitWidths(wanted, available, withSide);
    expect([fitted.list.now, fitted.side.now]).toEqual([list, side]);
  });

  it('never press the main slot below its least width, nor leave their own bounds', () => {
    const width = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(width, width, fc.integer({ min: 704, max: 6000 }), fc.boolean(), (list, side, available, beside) => {
        const withSide = beside && available >= 1144;
        const fitted = fitWidths({ list, side }, available, withSide);
        const left = available - fitted.list.now - (withSide ? fitted.side.now : 0);
        expect(left).toBeGreaterThanOrEqual(LEAST_MAIN_PX);
        for (const slot of ['list', 'side'] as const) {
          const { now, least, most } = fitted[slot];
          expect(now).toBeGreaterThanOrEqual(SIZES[slot].least);
          expect(now).toBeLessThanOrEqual(most);
          expect(least).toBeLessThanOrEqual(most);
        }
        const widest = fitWidths({ list: fitted.list.most, side: fitted.side.now }, available, withSide);
        expect(widest.list.now).toBe(fitted.list.most);
      }),
    );
  });
});

describe('widths of an agent', () => {
  beforeEach(() => localStorage.clear());
  let stop = () => {};
  afterEach(() => stop());
  function start() {
    const widths = createWidths();
    stop = widths.stop;
    return widths;
  }

  it('are remembered from visit to visit, and brought back one by one', () => {
    const first = start();
    first.set('list', 500);
    first.set('side', 410);
    first.stop();
    const second = start();
    expect(second.wanted.get()).toEqual({ list: 500, side: 410 });
    second.reset('list');
    expect(start().wanted.get()).toEqual({ list: 376, side: 410 });
  });

  it('are the usual ones when what is stored makes no sense', () => {
    localStorage.setItem('inbox.widths', '{"list":"wide"}');
    expect(start().wanted.get()).toEqual({ list: 376, side: 320 });
  });

  it('follow the window', () => {
    const widths = start();
    window.innerWidth = 1600;
    window.dispatchEvent(new Event('resize'));
    expect(widths.available.get()).toBe(1544);
  });
});
