import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { InboxGlobal, InboxHandle } from '../types';
import { FromFrame, type FrameConfig, type ToFrame } from './protocol';
import { servePanel } from './serve-panel';

const config: FrameConfig = { merchant: 'kala', merchantId: 7, origins: ['https://shop.example'] };
const element = {} as Element;
const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;

let ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports) port.close();
  ports = [];
});

/** A frame, and its page at the other end of the port. */
function start() {
  const { port1, port2 } = new MessageChannel();
  ports = [port1, port2];
  const handle = { update: jest.fn(), unmount: jest.fn(() => Promise.resolve()) } satisfies InboxHandle;
  const mount = jest.fn<InboxGlobal['mount']>(() => handle);
  let boxed = () => {};
  servePanel({ port: port2, config, mount, element, inboxUrl: 'https://inbox.example', onBox: () => boxed() });
  return {
    mount,
    handle,
    say: (message: ToFrame | Record<string, unknown>) => port1.postMessage(message),
    /** The next that the frame says. */
    heard() {
      return new Promise<FromFrame>((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(FromFrame.parse(data));
      });
    },
    /** The options with which a panel was mounted. */
    async mounted() {
      port1.postMessage({ type: 'mount', name: 'conversation', props: { ticketId: 3 }, locale: 'de', live: false });
      port1.postMessage({ type: 'box', isFixed: true });
      await new Promise<void>((resolve) => void (boxed = resolve));
      const [call] = mount.mock.calls;
      if (!call) throw new Error('Nothing was mounted.');
      return call[2];
    },
  };
}

describe('a panel in a frame', () => {
  it('is mounted once, with what the page says, in the inbox of the frame', async () => {
    const { mount, mounted } = start();
    const options = await mounted();
    await mounted();
    expect(mount.mock.calls.map(([name]) => name)).toEqual(['conversation']);
    expect(options).toMatchObject({ ticketId: 3, locale: 'de', live: false, inboxUrl: 'https://inbox.example' });
  });

  it.each([
    ['an agent of the merchant', tokenOf({ id: 7, current_user_id: 1 })],
    ["the merchant's own server", tokenOf({ iss: 'kala', sub: '1' })],
    ['nobody', null],
  ])('gets the token of %s from the page', async (_who, token) => {
    const { mounted, say, heard } = start();
    const { getToken } = await mounted();
    const given = getToken({ forceRefresh: true });
    expect(await heard()).toEqual({ type: 'getToken', id: 1, forceRefresh: true });
    say({ type: 'token', id: 1, token });
    expect(await given).toBe(token);
  });

  it.each([
    ['an agent of another merchant', tokenOf({ id: 8, current_user_id: 1 })],
    ["another merchant's server", tokenOf({ iss: 'mala', sub: '1' })],
    ['whom nobody can read', 'opaque'],
  ])('takes no token of %s: the page is in the list of this one', async (_who, token) => {
    const { mounted, say, heard } = start();
    const given = Promise.resolve((await mounted()).getToken({ forceRefresh: false }));
    const refused = given.catch((error: Error) => error.message);
    await heard();
    say({ type: 'token', id: 1, token });
    expect(await refused).toContain('not of merchant kala');
  });

  it('says what the page threw instead of a token', async () => {
    const { mounted, say, heard } = start();
    const given = Promise.resolve((await mounted()).getToken({ forceRefresh: false }));
    const refused = given.catch((error: Error) => error.message);
    await heard();
    say({ type: 'token', id: 1, token: null, failure: 'nobody is signed in' });
    expect(await refused).toContain('nobody is signed in');
  });

  it('tells the page what happens, and is changed and taken away by it', async () => {
    const { mounted, say, heard, handle } = start();
    const options = await mounted();
    const told: [() => unknown, FromFrame][] = [
      [() => options.onReady?.(), { type: 'ready' }],
      [() => options.onNavigate?.({ to: 'ticket', id: 4 }), { type: 'navigate', intent: { to: 'ticket', id: 4 } }],
      [
        () => options.onError?.({ code: 'network', message: 'words', panel: 'conversation' }),
        { type: 'error', code: 'network', message: 'words' },
      ],
      [
        () => options.onEvent?.({ type: 'unread.count', ticketId: 4, count: 2 }),
        { type: 'event', event: { type: 'unread.count', ticketId: 4, count: 2 } },
      ],
    ];
    for (const [happen, message] of told) {
      const heardNext = heard();
      happen();
      expect(await heardNext).toEqual(message);
    }
    say({ type: 'update', props: { ticketId: 4 } });
    say({ type: 'unmount' });
    expect(await heard()).toEqual({ type: 'unmounted' });
    expect(handle.update.mock.calls).toEqual([[{ ticketId: 4 }]]);
    expect(handle.unmount).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ type: 'mount', name: 'conversation', props: { ticketId: '3' } }, 'props.ticketId'],
    [{ type: 'eval', code: 'alert(1)' }, 'type'],
    [{ type: 'token', id: 1, token: { toString: 'x' } }, 'token'],
  ])('does nothing with %j, and says what is wrong with it', async (message, where) => {
    const { say, heard, mount } = start();
    say(message);
    expect(await heard()).toEqual({ type: 'error', code: 'bad-options', message: expect.stringContaining(where) });
    expect(mount).not.toHaveBeenCalled();
  });
});
