import { describe, expect, it } from '@jest/globals';
import { mayJoinCustomers, readCorrected, splitName, type CorrectableField } from './customer-changes';

describe('a corrected field', () => {
  it.each<[CorrectableField, string, object]>([
    ['full_name', '  Rohit   Khanna ', { value: 'Rohit Khanna' }],
    ['full_name', ' ', { refused: 'no_name' }],
    ['full_name', 'x'.repeat(201), { refused: 'too_long' }],
    ['email', ' Rohit@Mail.Example ', { value: 'rohit@mail.example' }],
    ['email', '', { value: null }],
    ['email', 'rohit at mail', { refused: 'email' }],
    ['phone', '+91 98765-43210', { value: '+919876543210' }],
    ['phone', '(020) 1234 5678', { value: '02012345678' }],
    ['phone', '\u202a+91 98765\u201343210\u202c', { value: '+919876543210' }],
    ['phone', '12345', { refused: 'phone' }],
    ['phone', '98765x43210', { refused: 'phone' }],
    ['phone', '1234567890123456', { refused: 'phone' }],
    ['phone', ' ', { value: null }],
    ['city', 'Navi  Mumbai', { value: 'Navi Mumbai' }],
    ['city', 'x'.repeat(101), { refused: 'too_long' }],
  ])('%s %j is %j', (field, typed, read) => {
    expect(readCorrected(field, typed)).toEqual(read);
  });
});

it('splits a name at its first blank', () => {
  expect(splitName('Priya')).toEqual({ first_name: 'Priya', last_name: null });
  expect(splitName('Priya M. Rao')).toEqual({ first_name: 'Priya', last_name: 'M. Rao' });
});

it('lets store admins alone join entries', () => {
  expect(mayJoinCustomers({ is_store_admin: true })).toEqual({ allowed: true });
  expect(mayJoinCustomers({ is_store_admin: false })).toEqual({ allowed: false, reason: 'not_admin' });
});
