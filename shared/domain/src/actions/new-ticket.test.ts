import { describe, expect, it } from '@jest/globals';
import type { AgentId, PhoneNumber } from '../ids';
import { isPersonName, lookupOf, mayCreate, newTicket, noteOfText, readContact } from './new-ticket';
import { lastTenDigits } from '../text/phone';
import type { CreateVariant } from '../tickets/ticket';

const me = 1 as AgentId;
const other = 2 as AgentId;
const agent = {
  id: me,
  is_store_admin: false,
  is_csat_enabled: true,
  can_assign_ticket_to_self: true,
  can_assign_ticket_to_other_agent: false,
};

describe('whom a new ticket is of', () => {
  const phone = (number: string, email: string | null = null) => ({ source: 'phone', phone: number, email });
  const readNumber = (typed: string) => {
    const digits = lastTenDigits(typed);
    return digits.length < 10 ? null : (`+91${digits}` as PhoneNumber);
  };
  it.each([
    ['+91 98765-43210', '', phone('+919876543210')],
    ['09876543210', '  Priya@Mail.example ', phone('+919876543210', 'priya@mail.example')],
    ['', 'Priya@Mail.example', { source: 'email', phone: null, email: 'priya@mail.example' }],
    ['  ', ' ', { refused: 'none' }],
    ['98765', 'priya@mail.example', { refused: 'phone' }],
    ['nobody', '', { refused: 'phone' }],
    ['9876543210', 'priya', { refused: 'email' }],
    ['', 'priya@', { refused: 'email' }],
  ])('phone %j and e-mail %j', (typed, email, contact) => {
    expect(readContact({ phone: typed, email }, readNumber)).toEqual(contact);
  });
});

describe('what a customer is looked up by', () => {
  it.each([
    ['', '', null],
    ['98765 4321', 'priya@', null],
    ['98765 43210', '', { phone: '9876543210' }],
    ['+91 (98765) 43210', 'pri', { phone: '9876543210', whole_phone: '+919876543210' }],
    ['+65 8123 4567', '', { phone: '6581234567', whole_phone: '+6581234567' }],
    ['०९८७६५ ४३२१०', '', { phone: '9876543210' }],
    ['987', 'Priya@mail.example', { email: 'priya@mail.example' }],
    ['9876543210', 'priya@mail.example', { phone: '9876543210', email: 'priya@mail.example' }],
  ])('phone %j and e-mail %j', (phone, email, by) => {
    expect(lookupOf({ phone, email })).toEqual(by);
  });
});

describe('where a new ticket begins', () => {
  it.each([
    [me, { status: 'open', owner_id: me }],
    [other, { status: 'assigned', owner_id: other }],
    [null, { status: 'unassigned', owner_id: null }],
  ])('with the owner %j', (owner, begins) => {
    expect(newTicket(agent, { source: 'phone', owner })).toMatchObject(begins);
  });
});

describe('how a ticket may be made', () => {
  const reason = (variant: CreateVariant, of: Parameters<typeof mayCreate>[2], who = agent) => {
    const verdict = mayCreate(who, variant, of);
    return verdict.allowed ? null : verdict.reason;
  };
  it.each([
    ['create', 'phone', other, null],
    ['create', 'email', null, null],
    ['create_and_close', 'phone', me, null],
    ['create_and_close', 'phone', other, 'not_owner'],
    ['create_and_close', 'phone', null, 'not_assigned'],
    ['create_close_and_send_csat', 'email', me, null],
    ['create_close_and_send_csat', 'email', other, 'not_owner'],
    ['create_close_and_send_csat', 'phone', me, 'channel'],
  ] as const)('%s by %s for %j: %j', (variant, source, owner, refused) => {
    expect(reason(variant, { source, owner })).toBe(refused);
  });

  it('with a survey only where there is one, and by a store admin for whoever owns it', () => {
    const variant = 'create_close_and_send_csat';
    expect(reason(variant, { source: 'email', owner: me }, { ...agent, is_csat_enabled: false })).toBe('disabled');
    expect(reason(variant, { source: 'email', owner: other }, { ...agent, is_store_admin: true })).toBeNull();
  });
});

it.each([
  ['', ''],
  [' \n ', ''],
  ['Call back', '<p>Call back</p>'],
  ['One\ntwo\r\nthree\n\n \nFour', '<p>One<br>two<br>three</p><p>Four</p>'],
  ['<img src=x onerror="alert(1)"> & co', '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; co</p>'],
])('the note of %j', (text, html) => {
  expect(noteOfText(text)).toBe(html);
});

it.each([
  ['Priya', true],
  ['', false],
  [null, false],
  ['Unknown', false],
  ['+91 98765 43210', false],
  ['\u202a+91\u00a098765\u201143210\u202c', false],
  ['०९८७६५४३२१०', false],
  ['tel:+919876543210', false],
  ['Priya@mail.example', false],
  ['108', true],
])('%j is a name: %j', (name, isName) => {
  expect(isPersonName(name, { phone: '919876543210', email: 'priya@mail.example' })).toBe(isName);
});
