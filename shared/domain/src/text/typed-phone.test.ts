import { expect, it } from '@jest/globals';
import { typePhone, type TypedPhone } from './typed-phone';

const EMPTY: TypedPhone = { phone: '' };

/** Each key at the end of what the field shows; `<` takes a digit away. */
const press = (keys: string, before = EMPTY): TypedPhone =>
  [...keys].reduce(
    (typed, key) => typePhone(typed, key === '<' ? typed.phone.slice(0, -1) : `${typed.phone}${key}`),
    before,
  );

it.each([
  ['9876543210', { phone: '9876543210' }],
  ['98765 43210', { phone: '9876543210' }],
  ['+919876543210', { phone: '9876543210', whole_phone: '+919876543210' }],
  ['+65 8123 4567', { phone: '6581234567', whole_phone: '+6581234567' }],
  ['+65 8123 4568<7', { phone: '6581234567', whole_phone: '+6581234567' }],
  // What went out of sight is not guessed at.
  ['+17025550124<3', { phone: '7025550123' }],
  ['9876543210+', { phone: '9876543210' }],
])('the keys %s', (keys, typed) => {
  expect(press(keys)).toEqual(typed);
});

it.each([
  ['\u202a+65 8123\u20114567\u202c', { phone: '6581234567', whole_phone: '+6581234567' }],
  ['0065 8123 4567', { phone: '6581234567', whole_phone: '+6581234567' }],
  ['98765', { phone: '98765' }],
  ['', { phone: '' }],
])('%j pasted over a number of another country', (text, typed) => {
  expect(typePhone({ phone: '7025550123', whole_phone: '+17025550123' }, text)).toEqual(typed);
});
