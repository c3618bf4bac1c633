import { describe, expect, it } from '@jest/globals';
import { nextReadMark, OPENED } from '../use-mark-read';

const unread = (received_at: string) => ({ conversation_read: false, received_at });
const read = (received_at: string) => ({ conversation_read: true, received_at });

describe('looking at a ticket', () => {
  it.each<[string, Parameters<typeof nextReadMark>[1][], boolean]>([
    ['marks one that comes unread', [unread('t1')], false],
    ['marks what a newer message made unread', [read('t1'), unread('t2')], false],
    ['leaves one that was marked unread', [read('t1'), unread('t1')], true],
    ['leaves it also when a message comes after that', [read('t1'), unread('t1'), unread('t2')], true],
    ['marks it again after somebody read it', [read('t1'), unread('t1'), read('t1'), unread('t2')], false],
  ])('%s', (_what, states, held) => {
    expect(states.reduce(nextReadMark, OPENED).held).toBe(held);
  });
});
