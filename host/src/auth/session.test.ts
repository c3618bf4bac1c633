/** @jest-environment jsdom */
import { ApiError, createApi, type Transport } from '@inbox/api';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testAuth, testProfile } from '../testing';
import { AUTH_KEY, clearAuthState, loadAuthState, saveAuthState } from './auth-state';
import { createSession, type Session } from './session';

const signedOut = () => new ApiError('signed-out', 'Your session has ended.', { status: 401 });

function startSession(askServer: () => Promise<unknown> = () => Promise.resolve()) {
  const auth = testAuth();
  saveAuthState(auth);
  const told = { forget: jest.fn(), goToLogin: jest.fn(), reload: jest.fn(), onExpired: jest.fn() };
  const asked = jest.fn(askServer);
  const session = createSession({ auth, askServer: asked, ...told });
  running = session;
  return { session, auth, told, asked };
}

let running: Session | undefined;
beforeEach(() => {
  running?.stop();
  localStorage.clear();
});

/** What this tab hears when another one has changed the storage. */
const otherTab = (change: () => void) => {
  change();
  window.dispatchEvent(new StorageEvent('storage', { key: AUTH_KEY }));
};

describe('a token', () => {
  it('is handed out as it is stored, and bare for the socket', async () => {
    const { session, auth } = startSession();
    await expect(session.getToken()).resolves.toBe(auth.token);
    expect(`jwt ${session.bareToken()}`).toBe(auth.token);
  });

  it('that was refused once is not given up: the server is asked again, and keeps the session', async () => {
    const { session, auth, told, asked } = startSession();
    await expect(session.getToken({ forceRefresh: true })).resolves.toBe(auth.token);
    await Promise.resolve();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(told.onExpired).not.toHaveBeenCalled();
  });

  it('that was refused twice ends the session, once, however many calls were refused', async () => {
    const { session, told, asked } = startSession(() => Promise.reject(signedOut()));
    const ended = jest.fn();
    session.onSignedOut(ended);
    await Promise.allSettled([session.getToken({ forceRefresh: true }), session.getToken({ forceRefresh: true })]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(told.onExpired).toHaveBeenCalledTimes(1);
    expect(told.forget).toHaveBeenCalledTimes(1);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(loadAuthState()).toBeNull();
    await expect(session.getToken()).rejects.toMatchObject({ kind: 'signed-out' });
    expect(session.bareToken()).toBe('');
  });

  it('is refused after the sign-out, so that no call of a panel leaves the page without one', async () => {
    const { session, auth } = startSession();
    const transport = jest.fn<Transport>(async () => ({ status: 200, data: { success: true, data: [] } }));
    const api = createApi({ baseUrl: 'https://inbox.example', transport, getToken: session.getToken });
    await expect(api.quickReplies({})).resolves.toEqual([]);
    session.leave();
    await expect(api.quickReplies({})).rejects.toMatchObject({ kind: 'signed-out' });
    expect(transport.mock.calls.map(([{ headers }]) => headers)).toEqual([{ Authorization: auth.token }]);
  });

  it('survives a server that cannot be asked', async () => {
    const { session, auth, told } = startSession(() => Promise.reject(new ApiError('offline', 'No answer')));
    await session.getToken({ forceRefresh: true });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(told.onExpired).not.toHaveBeenCalled();
    await expect(session.getToken()).resolves.toBe(auth.token);
  });
});

describe('the profile', () => {
  it('follows what the server says now, and is stored so', () => {
    const { session } = startSession();
    const user = testProfile({ user_permissions: [] });
    session.refreshUser(user);
    expect(session.user.get()).toEqual(user);
    expect(loadAuthState()?.user).toEqual(user);
  });

  it('that arrives after the sign-out brings nobody back', () => {
    const { session } = startSession();
    session.leave();
    session.refreshUser(testProfile());
    expect(loadAuthState()).toBeNull();
  });
});

describe('another tab', () => {
  it('that signs out takes this one along', () => {
    const { told } = startSession();
    otherTab(clearAuthState);
    expect(told.goToLogin).toHaveBeenCalledTimes(1);
    expect(told.onExpired).not.toHaveBeenCalled();
  });

  it('that signs in again as the same agent brings a newer token', async () => {
    const { session, told } = startSession();
    otherTab(() => saveAuthState({ ...testAuth(), token: 'jwt newer' }));
    await expect(session.getToken()).resolves.toBe('jwt newer');
    expect(told.reload).not.toHaveBeenCalled();
  });

  it('that signed out is noticed by a page that comes back from the browser’s history', () => {
    const { told } = startSession();
    clearAuthState();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(told.goToLogin).not.toHaveBeenCalled();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(told.goToLogin).toHaveBeenCalledTimes(1);
  });

  it('that signs in as somebody else starts this page anew', () => {
    const { told } = startSession();
    otherTab(() => saveAuthState(testAuth({ current_user_id: 8 as never })));
    expect(told.reload).toHaveBeenCalledTimes(1);
  });
});

it('nothing stays of an agent who leaves, which happens once', () => {
  const { session, told } = startSession();
  expect([session.leave(), session.leave()]).toEqual([true, false]);
  expect(told.forget).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem(AUTH_KEY)).toBeNull();
});
