import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAnswers } from '.';

const lines = (fields: unknown) => readAnswers(JSON.stringify(fields))?.lines;

describe('an answer is read as the form showed it', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['a field of the builder', { screen_0_Full_Name_1: 'Meera Rao' }, ['Full Name: Meera Rao']],
    ['a field in camel case', { deliverySlot: 'Morning' }, ['Delivery Slot: Morning']],
    ['a field in snake case', { order_id: '1023' }, ['Order id: 1023']],
    ['a question', { 'screen_1_Is_it_a_gift?_0': '0_Yes' }, ['Is it a gift? Yes']],
    ['a field called like something of JavaScript', { constructor: 'x' }, ['Constructor: x']],
    ['a field without a name', { screen_0__2: 'Hi' }, ['Answer: Hi']],
    ['several choices', { screen_0_Colours_0: ['0_Deep_blue', '2_Red'] }, ['Colours: Deep blue, Red']],
    ['a choice by stars', { screen_0_Service_0: '0_★★★★★_•_Excellent_(5/5)' }, ['Service: ★★★★★ • Excellent (5/5)']],
    ['what is typed stays', { handle: 'asha_k', note: '2_3 kg, please' }, ['Handle: asha_k', 'Note: 2_3 kg, please']],
    ['true and false', { gift: true, wrapped: 'false' }, ['Gift: Yes', 'Wrapped: No']],
    ['numbers', { budget: 2500, weight: '1.5' }, ['Budget: 2500', 'Weight: 1.5']],
    ['what was left empty is left out', { a: null, b: '', c: [], d: {}, e: ' ', f: 'null', g: [null, 'x'] }, ['G: x']],
    [
      'several lines stand below',
      { note: 'first\r\nsecond', city: 'Pune' },
      ['Note:', 'first', 'second', 'City: Pune'],
    ],
    [
      'a nested thing by its parts',
      { home: { city: 'Nashik', geo: { lat: 20, lng: 73.8 }, note: 'a\nb' } },
      ['Home:', '• City: Nashik', '• Geo:', '  • Lat: 20', '  • Lng: 73.8', '• Note:', '  a', '  b'],
    ],
    [
      'a list of things, each by its parts',
      {
        items: [
          { sku: 'K-1', qty: 2 },
          { sku: 'K-2', tags: ['soft', 'blue'] },
        ],
      },
      ['Items:', '• Sku: K-1, Qty: 2', '• Sku: K-2, Tags: soft, blue'],
    ],
    ['JSON within a text', { address: '{"city":"Pune","pin":411001}' }, ['Address:', '• City: Pune', '• Pin: 411001']],
    ['brackets that are none of JSON', { note: '[urgent] {soon}' }, ['Note: [urgent] {soon}']],
    [
      'nothing that is there for programs',
      { flow_token: 't', flowToken: 't', session_token: 't', saved_address_id: 'a', inner: { token: 't', x: 1 } },
      ['Inner:', '• X: 1'],
    ],
    [
      'the address form',
      { values: { in_pin_code: '411001', landmark_area: 'Temple', name: 'Meera' } },
      ['Name: Meera', 'Landmark: Temple', 'PIN code: 411001'],
    ],
  ])('%s', (_what, fields, expected) => {
    expect(lines(fields)).toEqual(expected);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['milliseconds as text', { screen_1_Date_3: '1768435200000' }, 'Date: 15 Jan 2026'],
    ['milliseconds as a number, of no name that says so', { x: 1_768_435_200_000 }, 'X: 15 Jan 2026'],
    ['midnight in India', { delivery_date: 1_768_415_400_000 }, 'Delivery date: 15 Jan 2026'],
    ['midnight in New York', { delivery_date: 1_768_453_200_000 }, 'Delivery date: 15 Jan 2026'],
    ['a birthday of the last century', { birthday: '632361600000' }, 'Birthday: 15 Jan 1990'],
    ['one before 1970', { date_of_birth: '-315619200000' }, 'Date of birth: 01 Jan 1960'],
    ['seconds', { visit_date: 1_768_435_200 }, 'Visit date: 15 Jan 2026'],
    ['a day', { start: '2026-01-15' }, 'Start: 15 Jan 2026'],
    ['a moment of another zone', { slot_time: 1768473000000 }, 'Slot time: 15 Jan 2026, 10:30 AM (UTC)'],
    ['a moment with its zone', { slot: '2026-01-15T10:30:00+05:30' }, 'Slot: 15 Jan 2026, 10:30 AM'],
    ['a phone number is no date', { phone: '919800000111', whatsapp_no: '1768435200000' }, 'Phone: 919800000111'],
    ['the number of a parcel is none', { awb: '1768435200000' }, 'Awb: 1768435200000'],
    ['a date that is none', { date: '2026-99-99' }, 'Date: 2026-99-99'],
  ])('%s', (_what, fields, expected) => {
    expect(lines(fields)?.[0]).toBe(expected);
  });

  it('a file is named, and fetched by its id', () => {
    const photo = { file_name: 'torn.jpg', mime_type: 'image/jpeg', sha256: 'x', id: 790_647 };
    const onlyNamed = {
      file_name: 'bill.pdf',
      cdn_url: 'https://mmg.whatsapp.net/x',
      encryption_metadata: { iv: 'x' },
    };
    expect(readAnswers({ photos: [photo], papers: [onlyNamed] })).toMatchObject({
      lines: ['Photos: torn.jpg', 'Papers: bill.pdf'],
      files: [{ kind: 'image', filename: 'torn.jpg', external_media_id: '790647' }],
    });
  });

  it('nothing that a form holds throws, or is shown as JSON', () => {
    const safe = fc.stringMatching(/^[a-z ]{1,8}$/);
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'large' },
        safe,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(safe, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(safe, value), (fields) => {
        expect(lines(fields)?.join('\n')).not.toMatch(/[{}[\]"]|null|undefined|\[object/);
      }),
    );
  });

  it.each(['', 'no JSON', '3', 'null', '"x"', '{', undefined, null, 7])('%j holds no answers', (given) => {
    expect(readAnswers(given)).toBeNull();
  });

  it('is not undone by a form of a hundred thousand levels', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(readAnswers(deep)?.lines.length).toBeLessThan(20);
  });
});
