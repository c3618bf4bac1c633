/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { describe, expect, it, jest } from '@jest/globals';
import { createTokenSession, subjectOf, type AskPage } from './token-session';

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;
const of = (sub: string, iat: number) => tokenOf({ iss: 'shop', sub, scope: { tickets: [1] }, iat });
const refused = () => Promise.reject(new ApiError('signed-out', 'The session has ended.'));

function start(answers: (string | null)[], askServer: () => Promise<unknown> = () => Promise.resolve()) {
  const ask = jest.fn<AskPage>(async () => answers.shift() ?? null);
  const session = createTokenSession({ token: of('7', 1), ask, askServer });
  const onEnd = jest.fn();
  session.onSignedOut(onEnd);
  return { session, ask, onEnd };
}

describe('the session of a token that the page makes', () => {
  it('is the same for tokens of one person and scope, whenever they were made', () => {
    expect(subjectOf(of('7', 1))).toBe(subjectOf(of('7', 2)));
    expect(subjectOf(of('7', 1))).not.toBe(subjectOf(of('8', 1)));
    expect(subjectOf(tokenOf({ iss: 'shop', sub: '7', scope: { tickets: [2] } }))).not.toBe(subjectOf(of('7', 1)));
    expect(subjectOf('opaque')).toBe('opaque');
  });

  it('asks the page once for many calls that were refused at a time', async () => {
    const { session, ask, onEnd } = start([of('7', 2)]);
    const force = { forceRefresh: true };
    const first = await Promise.all([session.getToken(force), session.getToken(force)]);
    expect(first).toEqual([`jwt ${of('7', 2)}`, `jwt ${of('7', 2)}`]);
    expect(await session.getToken(force)).toBe(`jwt ${of('7', 2)}`);
    expect(ask.mock.calls).toEqual([[force]]);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it.each([
    ['the page has none', null],
    ['it is of another person', of('8', 2)],
  ])('ends when a new token is wanted and %s', async (_what, next) => {
    const { session, onEnd } = start([next]);
    expect(await session.getToken({ forceRefresh: true })).toBeNull();
    expect(await session.getToken()).toBeNull();
    expect(session.bareToken()).toBe('');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('ends once when the new token is refused as well', async () => {
    const { session, ask, onEnd } = start([of('7', 2), of('7', 3)], refused);
    await session.getToken({ forceRefresh: true });
    await Promise.resolve();
    await Promise.resolve();
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(await session.getToken({ forceRefresh: true })).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('goes on when the inbox does not answer the question about the new token', async () => {
    const { session, onEnd } = start([of('7', 2)], () => Promise.reject(new ApiError('offline', 'No connection.')));
    expect(await session.getToken({ forceRefresh: true })).toBe(`jwt ${of('7', 2)}`);
    await Promise.resolve();
    expect(onEnd).not.toHaveBeenCalled();
  });
});
