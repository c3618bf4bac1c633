import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FITTED, panBy, zoomAt } from './zoom';

const image = { width: 800, height: 400 };
const screen = { width: 1000, height: 600 };
const middle = { x: 0, y: 0 };

describe('the zoom of an image', () => {
  it('keeps the point under the pointer where it is', () => {
    const zoom = zoomAt({ scale: 4, x: 0, y: 0 }, 1.5, { x: 100, y: -50 }, image, screen);
    expect((100 - zoom.x) / zoom.scale).toBeCloseTo(100 / 4);
    expect((-50 - zoom.y) / zoom.scale).toBeCloseTo(-50 / 4);
  });

  it('comes back to a fitted image', () => {
    const zoomed = zoomAt(FITTED, 4, { x: 300, y: 100 }, image, screen);
    expect(zoomAt(zoomed, 1 / 100, middle, image, screen)).toEqual(FITTED);
  });

  it('does not move an image that fits', () => {
    expect(panBy(FITTED, 500, -500, image, screen)).toEqual(FITTED);
  });

  it('never leaves the screen empty beyond an edge of the image', () => {
    const act = fc.record({ factor: fc.double({ min: 0.1, max: 5, noNaN: true }), dx: fc.integer(), dy: fc.integer() });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 10 }), (acts) => {
        const zoom = acts.reduce(
          (now, { factor, dx, dy }) =>
            panBy(zoomAt(now, factor, { x: dx % 500, y: dy % 300 }, image, screen), dx, dy, image, screen),
          FITTED,
        );
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(8);
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual(Math.max(0, (image.width * zoom.scale - screen.width) / 2));
        expect(Math.abs(zoom.y)).toBeLessThanOrEqual(Math.max(0, (image.height * zoom.scale - screen.height) / 2));
      }),
    );
  });
});
