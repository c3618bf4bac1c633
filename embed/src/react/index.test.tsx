/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import type { InboxGlobal, InboxHandle } from '../types';
import { InboxPanel } from './index';

const handles: { update: jest.Mock<InboxHandle['update']>; unmount: jest.Mock<InboxHandle['unmount']> }[] = [];
const mount = jest.fn<InboxGlobal['mount']>(() => {
  const handle = { update: jest.fn<InboxHandle['update']>(), unmount: jest.fn(() => Promise.resolve()) };
  handles.push(handle);
  return handle;
});
const getToken = () => 'token';
const hasScript = () =>
  Object.assign(window, { Inbox: { version: '1', mount, trusted: (address: string) => address } });
/** Panels that are mounted now. */
const shown = () => handles.filter(({ unmount }) => unmount.mock.calls.length === 0).length;

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'Inbox');
  document.head.replaceChildren();
  mount.mockClear();
  handles.length = 0;
});

describe('<InboxPanel>', () => {
  it('shows one panel, under StrictMode too, and none when it is gone', () => {
    hasScript();
    const page = render(<InboxPanel name="conversation" ticketId={7} getToken={getToken} />, { wrapper: StrictMode });
    expect(shown()).toBe(1);
    expect(mount.mock.lastCall![0]).toBe('conversation');
    expect(page.container.contains(mount.mock.lastCall![1])).toBe(true);
    expect(mount.mock.lastCall![2]).toMatchObject({ ticketId: 7 });
    page.unmount();
    expect(shown()).toBe(0);
  });

  it('updates what it shows, and only when that changes', () => {
    hasScript();
    const panel = (ticketId: number) => (
      <InboxPanel name="conversation" ticketId={ticketId} theme={{ mode: 'dark' }} getToken={() => `${ticketId}`} />
    );
    const { rerender } = render(panel(7));
    rerender(panel(7));
    rerender(panel(8));
    expect(mount).toHaveBeenCalledTimes(1);
    expect(handles[0]!.update.mock.calls).toEqual([[{ ticketId: 8, theme: { mode: 'dark' } }]]);
    expect(mount.mock.lastCall![2].getToken({ forceRefresh: false })).toBe('8');
  });

  it.each([
    ['another panel', { name: 'customer-panel', ticketId: 7 }],
    ['no ticket any more', { name: 'conversation' }],
  ])('mounts anew for %s', (_what, change) => {
    hasScript();
    const { rerender } = render(<InboxPanel name="conversation" ticketId={7} getToken={getToken} />);
    rerender(<InboxPanel {...change} getToken={getToken} />);
    expect([mount.mock.calls.length, shown()]).toEqual([2, 1]);
  });

  it('leaves navigation to the inbox until the page takes it', () => {
    hasScript();
    const { rerender } = render(<InboxPanel name="conversation" getToken={getToken} />);
    const { onNavigate } = mount.mock.lastCall![2];
    expect(onNavigate?.({ to: 'ticket', id: 1 })).toBe(false);
    const take = jest.fn();
    rerender(<InboxPanel name="conversation" getToken={getToken} onNavigate={take} />);
    expect(onNavigate?.({ to: 'ticket', id: 1 })).toBeUndefined();
    expect(take).toHaveBeenCalledWith({ to: 'ticket', id: 1 });
  });

  it('fetches embed.js once where the page has none, and mounts what is still there when it comes', async () => {
    const { rerender } = render(
      <>
        <InboxPanel key="a" inboxUrl="https://inbox.example/" name="conversation" getToken={getToken} />
        <InboxPanel key="b" inboxUrl="https://inbox.example" name="quick-replies" getToken={getToken} />
      </>,
    );
    const [script, ...others] = document.querySelectorAll('script');
    expect([script?.src, others]).toEqual(['https://inbox.example/embed/embed.js', []]);
    rerender(<InboxPanel key="a" inboxUrl="https://inbox.example/" name="conversation" getToken={getToken} />);
    hasScript();
    script!.dispatchEvent(new Event('load'));
    await waitFor(() => expect(mount.mock.calls.map(([name]) => name)).toEqual(['conversation']));
  });

  it.each([
    ['embed.js is nowhere to be had', undefined, 'bad-options', 'embed.js is not on the page'],
    ['it does not load', 'https://down.example', 'network', 'https://down.example/embed/embed.js'],
  ])('says what to do when %s', async (_what, inboxUrl, code, words) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const onError = jest.fn();
    render(<InboxPanel {...(inboxUrl && { inboxUrl })} name="conversation" getToken={getToken} onError={onError} />);
    document.querySelector('script')?.dispatchEvent(new Event('error'));
    await waitFor(() =>
      expect(onError).toHaveBeenCalledWith({ code, message: expect.stringContaining(words), panel: 'conversation' }),
    );
    expect(console.error).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });
});
