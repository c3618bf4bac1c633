import { describe, expect, it } from '@jest/globals';
import type { PhoneNumber } from '@inbox/domain';
import { readNumber, readNumberNear, readTypedNumber, readWholeNumber, type CountryCode } from './read-number';
import { whatsappIds, writtenForms } from './written-forms';

describe('a number is read with its country', () => {
  it.each<[string, CountryCode, string | null]>([
    ['98765 43210', 'IN', '+919876543210'],
    ['098765 43210', 'IN', '+919876543210'],
    ['919876543210', 'IN', '+919876543210'],
    ['+91 0 98765 43210', 'IN', '+919876543210'],
    ['+91 (0) 98765-43210', 'IN', '+919876543210'],
    ['0091 98765 43210', 'US', '+919876543210'],
    ['011 91 98765 43210', 'US', '+919876543210'],
    // The same last ten digits in two countries.
    ['+65 8123 4567', 'IN', '+6581234567'],
    ['65812 34567', 'IN', '+916581234567'],
    ['+47 123 45 678', 'IN', '+4712345678'],
    ['47123 45678', 'IN', '+914712345678'],
    ['+45 20 12 34 56', 'IN', '+4520123456'],
    ['45201 23456', 'IN', '+914520123456'],
    ['+1 702 555 0123', 'IN', '+17025550123'],
    ['1 702 555 0123', 'IN', '+17025550123'],
    ['70255 50123', 'IN', '+917025550123'],
    ['702 555 0123', 'US', '+17025550123'],
    ['8123 4567', 'SG', '+6581234567'],
    ['6581234567', 'SG', '+6581234567'],
    ['20 12 34 56', 'DK', '+4520123456'],
    // Italy's zero is a part of the number.
    ['06 1234 5678', 'IT', '+390612345678'],
    ['+39 06 1234 5678', 'IN', '+390612345678'],
    ['+39 (0)6 1234 5678', 'IN', '+390612345678'],
    ['+44 (0)20 7946 0000', 'IN', '+442079460000'],
    ['447911123456', 'IN', '+447911123456'],
    ['+1 702 555 0123 ext. 45', 'IN', '+17025550123'],
    ['٠٩٨٧٦٥٤٣٢١٠', 'IN', '+919876543210'],
    ['+९१ ९८७६५ ४३२१०', 'IN', '+919876543210'],
    // WhatsApp's older forms.
    ['+5215512345678', 'IN', '+525512345678'],
    ['+551187654321', 'IN', '+5511987654321'],
    // No number of any plan, and yet somebody's.
    ['1234567890', 'IN', '+911234567890'],
    ['+999123456789', 'IN', '+999123456789'],
    ['98765 4321', 'IN', null],
    ['12345', 'IN', null],
    ['+12345', 'IN', null],
    ['+1234567890123456', 'IN', null],
    ['priya@mail.example', 'IN', null],
    ['', 'IN', null],
  ])('%j in %s is %j', (written, home, number) => {
    expect(readNumber(written, home)).toBe(number);
  });
});

it.each<[string, CountryCode, string | null]>([
  ['6581234567', 'IN', '+916581234567'],
  ['+6581234567', 'IN', '+6581234567'],
  ['17025550123', 'IN', '+17025550123'],
  ['98765432101', 'IN', '+918765432101'],
  ['8123 4567', 'SG', '+6581234567'],
  ['98765', 'IN', null],
])('an agent who types %j in %s means %j', (typed, home, number) => {
  expect(readTypedNumber(typed, home)).toBe(number);
});

it.each<[string, string, string | null]>([
  ['81234567', 'SG', '+6581234567'],
  ['9876543210', 'SG', '+919876543210'],
  ['+919876543210', 'SG', '+919876543210'],
  ['9876543210', 'nowhere', '+919876543210'],
])('the phone %j of an address in %s is %j', (written, country, number) => {
  expect(readNumberNear(written, country, 'IN')).toBe(number);
});

it.each([
  ['+65 8123 4567', '+6581234567'],
  ['+65 8123', null],
  ['6581234567', null],
])('%j is whole: %j', (typed, number) => {
  expect(readWholeNumber(typed)).toBe(number);
});

describe('a number may be stored', () => {
  const forms = (number: string, home: CountryCode) => writtenForms(number as PhoneNumber, home);

  it.each<[string, CountryCode, string]>([
    ['+919876543210', 'IN', '919876543210'],
    ['+919876543210', 'IN', '9876543210'],
    ['+919876543210', 'IN', '09876543210'],
    ['+4520123456', 'DK', '20123456'],
    ['+390612345678', 'IT', '0612345678'],
    ['+17025550123', 'US', '7025550123'],
    ['+17025550123', 'US', '17025550123'],
    ['+525512345678', 'IN', '+5215512345678'],
  ])('%s in %s as %s', (number, home, form) => {
    expect(forms(number, home)).toContain(form);
  });

  it.each<[string, CountryCode, string]>([
    ['+6581234567', 'IN', '6581234567'],
    ['+17025550123', 'IN', '7025550123'],
    ['+919876543210', 'SG', '9876543210'],
  ])('but %s not in %s as %s, which is another number there', (number, home, form) => {
    expect(forms(number, home)).not.toContain(form);
  });

  it('as WhatsApp names it', () => {
    expect(whatsappIds('+525512345678' as PhoneNumber)).toEqual(['525512345678', '5215512345678']);
    expect(whatsappIds('+5511987654321' as PhoneNumber)).toEqual(['5511987654321', '551187654321']);
    expect(whatsappIds('+919876543210' as PhoneNumber)).toEqual(['919876543210']);
  });
});
