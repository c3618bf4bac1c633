import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanAddress, isOwnAddress, mailboxNames } from './mail-address';

describe('an address is read', () => {
  it.each([
    ['as it is', 'nila@post.example', 'nila@post.example'],
    ['with two dots in a row and one before the @', 'sato..taro.@post.example', 'sato..taro.@post.example'],
    ['without quotes that it does not need', '"sato..taro."@post.example', 'sato..taro.@post.example'],
    ['with quotes that it needs', '"nila roy"@post.example', '"nila roy"@post.example'],
    ['without a route', '@relay.example,@hub.example:nila@post.example', 'nila@post.example'],
    ['without mailto', 'mailto:nila@post.example', 'nila@post.example'],
    ['without mailto in brackets', '[mailto:nila@post.example]', 'nila@post.example'],
    ['without the name before it', 'old@post.example <nila@post.example>', 'nila@post.example'],
    ['without spaces around the @ and the dots', 'nila @ post . example', 'nila@post.example'],
    ['without a full stop at its end', ' nila@post.example. ', 'nila@post.example'],
    ['as a network address', 'nila@[192.0.2.7]', 'nila@[192.0.2.7]'],
    ['as it is when it is none', 'nobody.', 'nobody.'],
  ])('%s', (_, text, address) => {
    expect(cleanAddress(text)).toBe(address);
  });

  it('once: a clean address stays as it is', () => {
    const local = fc.stringMatching(/^[a-z.+!-]{1,12}$/);
    fc.assert(
      fc.property(local, fc.domain(), (name, domain) => {
        expect(cleanAddress(`${name}@${domain}`)).toBe(`${name}@${domain}`);
      }),
    );
  });
});

describe('an address of the shop is known', () => {
  const OWN = ['care@shop.example', 'box+vip@shop.example', 'hilfe@xn--bcher-kva.example'];

  it.each([
    ['care@shop.example'],
    ['CARE@Shop.Example'],
    ['care@shop.example.'],
    ['care+orders@shop.example'],
    ['Care+orders+late@SHOP.example.'],
    ['<care@shop.example>'],
    ['box+vip@shop.example'],
    ['hilfe@bücher.example'],
  ])('as %s', (address) => {
    expect(isOwnAddress(address, OWN)).toBe(true);
  });

  it.each([
    ['carer@shop.example'],
    ['care@post.example'],
    ['box@shop.example'],
    ['+care@shop.example'],
    ['care'],
    [''],
  ])('and %s is none', (address) => {
    expect(isOwnAddress(address, OWN)).toBe(false);
  });
});

it('mail to an address with a tag reaches the mailbox of that name, or the one without the tag', () => {
  expect(mailboxNames('Care+Orders@Shop.example.')).toEqual(['care+orders@shop.example', 'care@shop.example']);
  expect(mailboxNames('care@shop.example')).toEqual(['care@shop.example']);
  expect(mailboxNames('nobody')).toEqual(['nobody']);
});
