import { newTempId } from '@inbox/domain';
import { expect, it } from '@jest/globals';
import { traceOf } from './reply-request';

it('names the trace by the reply, and each attempt anew', () => {
  const tempId = newTempId();
  const [one, other] = [traceOf(tempId), traceOf(tempId)];
  for (const attempt of [one, other]) {
    expect(attempt).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(attempt.split('-')[1]).toBe(tempId.replaceAll('-', ''));
  }
  expect(one).not.toBe(other);
});
