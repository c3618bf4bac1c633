/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createWidths, fitWidths, LEAST_CONVERSATION_PX, SIZES } from './widths';

describe('widths that are wanted', () => {
  it.each([
    ['with room for all', { list: 376, details: 320 }, 1544, true, [376, 320]],
    ['wider than may be', { list: 2000, details: 2000 }, 3000, true, [640, 640]],
    ['narrower than may be', { list: 1, details: 1 }, 1544, true, [284, 280]],
    ['in the narrowest wide page', { list: 640, details: 640 }, 1144, true, [444, 280]],
    ['in the narrowest page with two panels', { list: 640, details: 320 }, 704, false, [284, 280]],
  ] as const)('%s', (_, wanted, room, withDetails, [list, details]) => {
    const fitted = fitWidths(wanted, room, withDetails);
    expect([fitted.list.now, fitted.details.now]).toEqual([list, details]);
  });

  it('never press the conversation below its least width, nor leave their own bounds', () => {
    const width = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(width, width, fc.integer({ min: 704, max: 6000 }), fc.boolean(), (list, details, room, beside) => {
        const withDetails = beside && room >= 1144;
        const fitted = fitWidths({ list, details }, room, withDetails);
        const left = room - fitted.list.now - (withDetails ? fitted.details.now : 0);
        expect(left).toBeGreaterThanOrEqual(LEAST_CONVERSATION_PX);
        for (const place of ['list', 'details'] as const) {
          const { now, least, most } = fitted[place];
          expect(now).toBeGreaterThanOrEqual(SIZES[place].least);
          expect(now).toBeLessThanOrEqual(most);
          expect(least).toBeLessThanOrEqual(most);
        }
        const widest = fitWidths({ list: fitted.list.most, details: fitted.details.now }, room, withDetails);
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
    first.set('details', 410);
    first.stop();
    const second = start();
    expect(second.wanted.get()).toEqual({ list: 500, details: 410 });
    second.reset('list');
    expect(start().wanted.get()).toEqual({ list: 376, details: 410 });
  });

  it('are the usual ones when what is stored makes no sense', () => {
    localStorage.setItem('inbox.widths', '{"list":"wide"}');
    expect(start().wanted.get()).toEqual({ list: 376, details: 320 });
  });

  it('follow the window', () => {
    const widths = start();
    window.innerWidth = 1600;
    window.dispatchEvent(new Event('resize'));
    expect(widths.room.get()).toBe(1544);
  });
});
