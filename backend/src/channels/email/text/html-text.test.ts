import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { htmlText } from './html-text';

it.each([
  ['Hello', 'Hello'],
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<div>One<div>Two</div></div>', 'One\nTwo'],
  ['a<br/>b<BR>c', 'a\nb\nc'],
  ['<table><tr><td>Kurta</td><td>₹499</td></tr></table>', 'Kurta ₹499'],
  ['<head><title>T</title></head><body>B</body>', 'B'],
  ['<style>p > a { }</style>S', 'S'],
  ['<script>if (a < b) x()</script>S', 'S'],
  ['<!-- <p>hidden</p> -->S', 'S'],
  ['<!-- never ends', ''],
  ['a < b and <3', 'a < b and <3'],
  ['<!doctype html><?xml version="1.0"?>S', 'S'],
  ['&lt;b&gt; &amp;amp; &#8377;&#x1F600;&nbsp;&bogus; &#0;&#99999999;', '<b> &amp; ₹😀 &bogus; \ufffd\ufffd'],
  [
    'Gr&ouml;&szlig;e 42&frac12;, &laquo;B&auml;cker&shy;weg&raquo;, &Agrave; la carte',
    'Größe 42½, «Bäckerweg», À la carte',
  ],
  ['<a href="https://shop.example">Track</a> it', 'Track it'],
])('%j says %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

it('reads anything', () => {
  fc.assert(fc.property(fc.string(), (html) => typeof htmlText(html) === 'string'));
});

// A reader that went back and forth would not come to an end within the test's own limit.
it.each(['<'.repeat(500_000), '<!--'.repeat(200_000), '<p '.repeat(200_000)])('comes to the end of %.6s…', (html) => {
  expect(typeof htmlText(html)).toBe('string');
});
