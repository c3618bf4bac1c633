import { afterEach, expect, it } from '@jest/globals';
import { openWebSocket } from './socket';

const before = globalThis.WebSocket;
afterEach(() => {
  globalThis.WebSocket = before;
});

/** As much of the browser's socket as is used here. */
class FakeSocket extends EventTarget {
  static readonly CLOSING = 2;
  static last: FakeSocket | undefined;
  readyState = 1;
  readonly sent: string[] = [];
  constructor(readonly url: URL) {
    super();
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(text);
  }
}

it.each([
  ['open', 1, ['hello']],
  ['closing', 2, []],
  ['closed', 3, []],
])('what is said on a socket that is %s', (_state, readyState, sent) => {
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  const open = openWebSocket('ws://inbox.test/ws/inbox/', () => 'token');
  const connection = open(7, { message: () => undefined, closed: () => undefined });
  const socket = FakeSocket.last;
  if (socket === undefined) throw new Error('No socket was opened.');
  socket.readyState = readyState;
  connection.send('hello');
  expect(socket.sent).toEqual(sent);
  expect(socket.url.search).toBe('?jwt=token&since=7');
});
