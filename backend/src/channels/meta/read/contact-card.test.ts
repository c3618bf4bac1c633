import { expect, it } from '@jest/globals';
import { contactCard, contactLines } from './contact-card';

it.each<[string, object, string[]]>([
  ['a number of no kind', { name: { formatted_name: 'Asha' }, phones: [{ phone: '+91 98' }] }, ['Asha', '+91 98']],
  [
    'an e-mail address alone',
    { name: { formatted_name: 'Ravi' }, emails: [{ email: 'ravi@fix.example', type: 'WORK' }] },
    ['Ravi', 'ravi@fix.example (work)'],
  ],
  [
    'everything',
    {
      name: { formatted_name: 'Dr. Tara Rao', first_name: 'Tara' },
      org: { company: 'Tara Stitches', department: 'Blouses', title: 'Owner' },
      phones: [
        { phone: '+91 98000 00331', type: 'CELL', wa_id: '919800000331' },
        { phone: '+91 20 5550 0332', type: 'WORK' },
        { wa_id: '919800000333', type: '_$!<Home>!$_' },
      ],
      emails: [{ email: 'tara@stitches.example' }],
      urls: [{ url: 'https://stitches.example/visit', type: 'HOME_PAGE' }],
      addresses: [
        {
          street: '5 MG Road\nShop 2',
          city: 'Pune',
          zip: 411001,
          state: 'MH',
          country: 'India',
          country_code: 'in',
          type: 'WORK',
        },
      ],
      birthday: '1990-01-15',
    },
    [
      'Dr. Tara Rao',
      'Owner, Blouses, Tara Stitches',
      '+91 98000 00331 (mobile)',
      '+91 20 5550 0332 (work)',
      '+919800000333 (home)',
      'tara@stitches.example',
      'https://stitches.example/visit (home page)',
      '5 MG Road, Shop 2, Pune 411001, MH, India (work)',
      'Birthday: 15 Jan 1990',
    ],
  ],
  ['no formatted name', { name: { first_name: 'Uma', last_name: 'Sen' } }, ['Uma Sen']],
  [
    'nulls',
    { name: { formatted_name: null, first_name: 'Uma' }, org: null, phones: null, emails: [{ email: null }] },
    ['Uma'],
  ],
  ['no name', { phones: [{ phone: '+91 98', type: 'MAIN' }] }, ['Contact without a name', '+91 98 (main)']],
  ['a company alone', { org: { company: 'Tara Stitches' } }, ['Tara Stitches']],
  ['nothing', {}, ['A contact card without anything on it']],
])('a contact card shows what is on it: %s', (_what, card, expected) => {
  expect(contactLines(contactCard.parse(card))).toEqual(expected);
});
