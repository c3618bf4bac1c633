import { describe, expect, it } from '@jest/globals';
import { productOf } from './origin';

const APPLE = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('productOf', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${APPLE} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${APPLE} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${APPLE} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} CriOS/140.0 Mobile Safari/604.1`,
      'Chrome on iPhone',
    ],
    [`Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${APPLE} FxiOS/140.0 Mobile Safari/604.1`, 'Firefox on iPad'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${APPLE} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${APPLE} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Headless Chrome on Linux'],
    ['curl/8.5.0', 'curl'],
  ])('%s: %s', (userAgent, product) => {
    expect(productOf(userAgent)).toBe(product);
  });

  it.each([undefined, '', '  ', '(nothing)'])('%j: nothing', (userAgent) => {
    expect(productOf(userAgent)).toBeUndefined();
  });

  it('is short, whatever is sent', () => {
    expect(productOf(`${'x'.repeat(10_000)} Windows`)).toBe(`${'x'.repeat(40)} on Windows`);
  });
});
