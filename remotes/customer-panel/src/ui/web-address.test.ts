import { expect, it } from '@jest/globals';
import { webAddress } from '../orders/order-card';

it.each([
  ['https://track.example/AWB1', 'https://track.example/AWB1'],
  [' http://track.example ', 'http://track.example/'],
  ['HTTPS://TRACK.example/a b', 'https://track.example/a%20b'],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['JAVASCRIPT://track.example/%0aalert(1)', null],
  ['data:text/html,<script>steal()</script>', null],
  ['file:///etc/passwd', null],
  ['//track.example/AWB1', null],
  ['track.example', null],
  ['', null],
  [null, null],
])('%j leads to %j', (text, address) => {
  expect(webAddress(text)).toBe(address);
});
