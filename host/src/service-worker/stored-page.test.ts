import { expect, it } from '@jest/globals';
import { pageResponse, storedHeaders } from './stored-page';

const stored = {
  release: '1.0.0-a@1',
  html: '<script id="inbox-config" nonce="bm9uY2U=">{}</script>',
  headers: [['content-security-policy', "script-src 'self'; style-src 'nonce-bm9uY2U='"]] satisfies [string, string][],
  files: {},
};

it('keeps the headers of the page, and none of the way that it came', () => {
  const headers = new Headers({
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'content-encoding': 'br',
    'content-length': '7',
    vary: 'accept-encoding',
    date: 'today',
  });
  expect(Object.fromEntries(storedHeaders(headers))).toEqual({
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
  });
});

it('has another nonce at each start, in the page and in its policy', async () => {
  const seen = [1, 2].map((byte) => pageResponse(stored, new Uint8Array(16).fill(byte)));
  const policies = seen.map(({ headers }) => headers.get('content-security-policy'));
  const texts = await Promise.all(seen.map((response) => response.text()));
  for (const [index, text] of texts.entries()) {
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1];
    expect(policies[index]).toBe(`script-src 'self'; style-src 'nonce-${nonce}'`);
    expect(nonce).not.toBe('bm9uY2U=');
  }
  expect(policies[0]).not.toBe(policies[1]);
});
