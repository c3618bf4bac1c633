import { describe, expect, it } from '@jest/globals';
import { testProfile, testToken } from '../testing';
import { handOver } from './hand-over';

const profile = testProfile({ full_name: 'आशा मेनन' });
const token = testToken({ ...profile, sid: 's1', iat: 1, exp: 2 });

describe('the hand-over after login', () => {
  it('stores the token with the word jwt before it, and the user it names, in any script', () => {
    expect(handOver(new URLSearchParams({ token }))).toEqual({
      kind: 'signed-in',
      auth: { token: `jwt ${token}`, user: profile },
      goTo: '/inbox/tickets',
    });
  });

  it.each([
    ['a ticket id', '48207', '/inbox/tickets/48207'],
    ['the text None', 'None', '/inbox/tickets'],
    ['nothing', '', '/inbox/tickets'],
    ['a path that would lead elsewhere', '../../main-site', '/inbox/tickets/..%2F..%2Fmain-site'],
  ])('with %s as t goes to the right page', (_, t, goTo) => {
    expect(handOver(new URLSearchParams({ token, t }))).toMatchObject({ kind: 'signed-in', goTo });
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['blank', '   '],
    ['no token at all', 'hello'],
    ['not base64', 'a.***.c'],
    ['not JSON', 'a.aGVsbG8.c'],
    ['not text', 'a._w.c'],
    ['without a user', testToken({ sid: 's1' })],
    ['with half a user', testToken({ ...profile, current_user_id: 'seven' })],
  ])('with a token that is %s goes to the login page', (_, text) => {
    expect(handOver(new URLSearchParams(text === undefined ? {} : { token: text, t: '5' }))).toEqual({ kind: 'login' });
  });
});
