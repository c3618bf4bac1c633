/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { InboxGlobal, InboxHandle } from '../types';
import { definePanelElement } from './panel-element';

const handles: { update: jest.Mock<InboxHandle['update']>; unmount: jest.Mock<InboxHandle['unmount']> }[] = [];
const mount = jest.fn<InboxGlobal['mount']>(() => {
  const handle = { update: jest.fn<InboxHandle['update']>(), unmount: jest.fn(() => Promise.resolve()) };
  handles.push(handle);
  return handle;
});
const getToken = () => 'token';
const soon = () => Promise.resolve();

beforeAll(() => {
  // As much of adopted style sheets as this page has not.
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      replaceSync() {}
    },
  });
  Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { get: () => [] });
});
afterEach(async () => {
  document.body.replaceChildren();
  await soon();
  mount.mockClear();
  handles.length = 0;
});

/** What the last panel was mounted with. */
const options = () => mount.mock.lastCall![2];

describe('<inbox-panel>', () => {
  it('takes what was set before its script came', async () => {
    document.body.innerHTML = '<inbox-panel name="conversation" ticket-id="7" live="false" theme="dark"></inbox-panel>';
    const element = document.querySelector('inbox-panel')!;
    Object.assign(element, { getToken, filters: { status: 'open' } });
    definePanelElement({ mount });
    await soon();
    expect(mount).toHaveBeenCalledTimes(1);
    expect(mount.mock.lastCall![0]).toBe('conversation');
    expect(element.shadowRoot!.contains(mount.mock.lastCall![1])).toBe(true);
    expect(options()).toMatchObject({ ticketId: 7, live: false, theme: { mode: 'dark' }, filters: { status: 'open' } });
    expect(options().getToken({ forceRefresh: true })).toBe('token');
  });

  it('waits for its name and getToken, in any order, and mounts once', async () => {
    const element = document.createElement('inbox-panel');
    document.body.append(element);
    await soon();
    element.getToken = getToken;
    await soon();
    expect(mount).not.toHaveBeenCalled();
    element.setAttribute('ticket-id', '7');
    element.name = 'conversation';
    await soon();
    expect(mount.mock.calls.map(([name]) => name)).toEqual(['conversation']);
  });

  it('says what is missing, as Inbox.mount does, and mounts when it comes', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const element = document.createElement('inbox-panel');
    element.setAttribute('name', 'conversation');
    document.body.append(element);
    jest.runAllTimers();
    jest.useRealTimers();
    expect(mount).toHaveBeenCalledTimes(1);
    expect(options().getToken).toBeUndefined();
    element.getToken = getToken;
    await soon();
    expect(mount).toHaveBeenCalledTimes(2);
  });

  async function shown() {
    const element = document.createElement('inbox-panel');
    Object.assign(element, { name: 'conversation', ticketId: 7, getToken });
    document.body.append(element);
    await soon();
    return element;
  }

  it('is changed at once by all that is set at a time', async () => {
    const element = await shown();
    element.setAttribute('ticket-id', '8');
    element.theme = { mode: 'dark' };
    element.getToken = () => 'newer';
    await soon();
    expect(handles[0]!.update.mock.calls).toEqual([[{ ticketId: 8, theme: { mode: 'dark' } }]]);
    expect(options().getToken({ forceRefresh: false })).toBe('newer');
    expect(mount).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['another panel', { name: 'customer-panel' }],
    ['another mode', { mode: 'iframe', merchant: 'kala' }],
    ['no ticket any more', { ticketId: undefined }],
  ])('is mounted anew for %s', async (_what, change) => {
    Object.assign(await shown(), change);
    await soon();
    expect(handles[0]!.unmount).toHaveBeenCalledTimes(1);
    expect(mount).toHaveBeenCalledTimes(2);
    expect(options()).not.toHaveProperty('name');
  });

  it('is taken away with its element, stays when that is moved, and comes again', async () => {
    const element = await shown();
    document.body.append(document.createElement('main'));
    document.querySelector('main')!.append(element);
    await soon();
    expect([mount.mock.calls.length, handles[0]!.unmount.mock.calls.length]).toEqual([1, 0]);
    element.remove();
    await soon();
    expect(handles[0]!.unmount).toHaveBeenCalledTimes(1);
    document.body.append(element);
    await soon();
    expect(mount).toHaveBeenCalledTimes(2);
    expect(options()).toMatchObject({ ticketId: 7 });
  });

  it('says what happens by events; a new tab is the default of navigate', async () => {
    const element = await shown();
    const heard: unknown[] = [];
    for (const type of ['ready', 'error', 'inboxevent', 'navigate']) {
      element.addEventListener(type, (event) => heard.push([type, (event as CustomEvent<unknown>).detail]));
    }
    const error = { code: 'network', message: 'words', panel: 'conversation' } as const;
    const event = { type: 'unread.count', ticketId: 7, count: 1 } as const;
    const intent = { to: 'ticket', id: 9 } as const;
    options().onReady?.();
    options().onError?.(error);
    options().onEvent?.(event);
    expect(options().onNavigate?.(intent)).toBe(false);
    element.addEventListener('navigate', (navigate) => navigate.preventDefault());
    expect(options().onNavigate?.(intent)).toBe(true);
    expect(heard).toEqual([
      ['ready', null],
      ['error', error],
      ['inboxevent', event],
      ['navigate', intent],
      ['navigate', intent],
    ]);
  });

  it('is defined once, whatever scripts the page has', () => {
    expect(() => definePanelElement({ mount })).not.toThrow();
  });
});
