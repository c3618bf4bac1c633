/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AUTH_KEY, loadAuthState, saveAuthState } from '../auth/auth-state';
import { startPage } from './start-page';
import { testAuth, testProfile, testToken } from '../testing';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://inbox.example');
  return startPage({ pathname, search });
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a page begins with', () => {
  it.each(['/validate', '/validate/'])(
    'the hand-over at %s: the session is stored and the address moves on',
    (path) => {
      const token = testToken(testProfile());
      const page = at(`${path}?token=${token}&t=12`);
      expect(page).toMatchObject({ kind: 'inbox', replacePath: '/inbox/tickets/12' });
      expect(loadAuthState()).toEqual({ token: `jwt ${token}`, user: testProfile() });
    },
  );

  it.each([
    ['somebody else, whose status is forgotten', testProfile({ current_user_id: 8 as never }), null],
    ['the same agent once more, who stands as before', testProfile(), 'break'],
  ])('the hand-over of %s, while an agent is signed in', (_, user, status) => {
    saveAuthState(testAuth());
    localStorage.setItem('agent_status', 'break');
    const token = testToken(user);
    expect(at(`/validate?token=${token}`)).toMatchObject({ kind: 'inbox', auth: { token: `jwt ${token}`, user } });
    expect(loadAuthState()).toEqual({ token: `jwt ${token}`, user });
    expect(localStorage.getItem('agent_status')).toBe(status);
  });

  it('the login page when the hand-over cannot be read, and leaves alone who is signed in', () => {
    saveAuthState(testAuth());
    expect(at('/validate?token=abc.def.ghi')).toEqual({ kind: 'login' });
    expect(loadAuthState()).toEqual(testAuth());
  });

  it('the login page when the hand-over brings no token, even if somebody is signed in', () => {
    saveAuthState(testAuth());
    expect(at('/validate?t=12')).toEqual({ kind: 'login' });
  });

  it('the login page when nobody is signed in, which learns what page was wanted', () => {
    expect(at('/inbox/tickets/5')).toEqual({ kind: 'login', next: '/inbox/tickets/5' });
  });

  it('the filters that were wanted before signing in, once, and only on the page that was wanted', () => {
    const handOver = `/validate?token=${testToken(testProfile())}&t=5`;
    at('/inbox/tickets/5?tag_filter=refund');
    localStorage.clear();
    expect(at(handOver)).toMatchObject({ replacePath: '/inbox/tickets/5?tag_filter=refund' });
    expect(at(handOver)).toMatchObject({ replacePath: '/inbox/tickets/5' });
    localStorage.clear();
    at('/inbox/tickets/57?tag_filter=refund');
    expect(at(handOver)).toMatchObject({ replacePath: '/inbox/tickets/5' });
  });

  it('the inbox when somebody is signed in', () => {
    saveAuthState(testAuth());
    expect(at('/inbox/tickets/5')).toEqual({ kind: 'inbox', auth: testAuth(), replacePath: null });
  });

  it.each([
    ['not JSON', 'hello'],
    ['of an older shape', '{"token":"jwt x"}'],
    ['without the word jwt', JSON.stringify({ ...testAuth(), token: 'x.y.z' })],
    ['with an empty token', JSON.stringify({ ...testAuth(), token: 'jwt ' })],
  ])('the login page when what is stored is %s', (_, text) => {
    localStorage.setItem(AUTH_KEY, text);
    expect(at('/inbox')).toMatchObject({ kind: 'login' });
  });

  it('the login page when the browser refuses storage', () => {
    saveAuthState(testAuth());
    const blocked = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(at('/inbox')).toMatchObject({ kind: 'login' });
    blocked.mockRestore();
  });
});
