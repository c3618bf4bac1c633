/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { createStore } from '@inbox/panel/store';
import { DISMISS } from '@inbox/shell/toasts';
import { loadToastLayer } from './load-layer';
import { createToasts, type ToastLayer } from './toasts';

describe('toasts before their code is there', () => {
  it('wait for it and are then shown in order; it is fetched once, with the first', async () => {
    let arrive: (layer: ToastLayer) => void = () => {};
    const load = jest.fn(() => new Promise<ToastLayer>((resolve) => (arrive = resolve)));
    const toasts = createToasts(load);
    expect(load).not.toHaveBeenCalled();
    toasts.show({ kind: 'info', text: 'one' });
    toasts.show({ kind: 'info', text: 'two' });
    const shown: string[] = [];
    arrive({ show: ({ text }) => shown.push(text), dismissAll: () => {} });
    await waitFor(() => expect(shown).toEqual(['one', 'two']));
    toasts.show({ kind: 'info', text: 'three' });
    expect(shown).toEqual(['one', 'two', 'three']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('are not lost when it cannot be fetched: the next one tries again', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const shown: string[] = [];
    const layer: ToastLayer = { show: ({ text }) => shown.push(text), dismissAll: () => {} };
    const load = jest.fn<() => Promise<ToastLayer>>().mockRejectedValueOnce(new Error('503')).mockResolvedValue(layer);
    const toasts = createToasts(load);
    toasts.show({ kind: 'error', text: 'one' });
    await waitFor(() => expect(log).toHaveBeenCalled());
    toasts.show({ kind: 'error', text: 'two' });
    await waitFor(() => expect(shown).toEqual(['one', 'two']));
    log.mockRestore();
  });

  it.each([
    [
      'one fault in the words of its first reporter',
      [
        ['Not sent', 'call', 'a'],
        ['Not now', 'call', 'b'],
      ],
      ['Not sent'],
    ],
    [
      'each line of one reporter',
      [
        ['to : Wrong', 'call', 'a'],
        ['cc : Wrong', 'call', 'a'],
      ],
      ['to : Wrong', 'cc : Wrong'],
    ],
    [
      'two actions in the same words',
      [
        ['Assigned', 'one', 'a'],
        ['Assigned', 'two', 'a'],
      ],
      ['Assigned', 'Assigned'],
    ],
  ] as const)('show %s', async (_, reported, texts) => {
    const shown: string[] = [];
    const toasts = createToasts(async () => ({ show: ({ text }) => shown.push(text), dismissAll: () => {} }));
    for (const [text, id, by] of reported) toasts.show({ kind: 'error', text, cause: { id, by } });
    await waitFor(() => expect(shown).toEqual(texts));
  });

  it('show two toasts in the same words when nothing says that they are about one fault', async () => {
    const shown: string[] = [];
    const toasts = createToasts(async () => ({ show: ({ text }) => shown.push(text), dismissAll: () => {} }));
    for (const text of ['Updated', 'Updated']) toasts.show({ kind: 'success', text });
    await waitFor(() => expect(shown).toEqual(['Updated', 'Updated']));
  });

  it('end with the one that says why the page ends', async () => {
    const shown: string[] = [];
    const dismissAll = jest.fn();
    const toasts = createToasts(async () => ({ show: ({ text }) => shown.push(text), dismissAll }));
    toasts.show({ kind: 'info', text: 'one' });
    await waitFor(() => expect(shown).toEqual(['one']));
    toasts.showLast({ kind: 'error', text: 'Session expired' });
    toasts.show({ kind: 'error', text: 'Could not be sent' });
    expect(dismissAll).toHaveBeenCalledTimes(1);
    expect(shown).toEqual(['one', 'Session expired']);
  });

  it('are dismissed with the others', async () => {
    let arrive: (layer: ToastLayer) => void = () => {};
    const toasts = createToasts(() => new Promise((resolve) => (arrive = resolve)));
    toasts.show({ kind: 'info', text: 'old' });
    toasts.dismissAll();
    const shown: string[] = [];
    arrive({ show: ({ text }) => shown.push(text), dismissAll: () => {} });
    await Promise.resolve();
    toasts.show({ kind: 'info', text: 'new' });
    await waitFor(() => expect(shown).toEqual(['new']));
  });
});

describe('the toasts of the page', () => {
  let layer: ToastLayer;
  let acted: string[] = [];
  let wanted: 'no-preference' | 'reduce' = 'no-preference';
  beforeEach(async () => {
    acted = [];
    wanted = 'no-preference';
    window.matchMedia = ((query: string) => ({
      matches: query === `(prefers-reduced-motion: ${wanted})`,
    })) as typeof window.matchMedia;
    await act(async () => {
      layer = await loadToastLayer(createStore<'light' | 'dark'>('light'), 'n0nce', (id) => acted.push(id));
    });
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    document.body.replaceChildren();
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  /** Leaving takes several steps, each begun when React has drawn the one before. */
  async function settle() {
    for (let step = 0; step < 5; step += 1) await pass(250);
  }
  const show = (...args: Parameters<ToastLayer['show']>) => act(async () => layer.show(...args));

  it('stay for six seconds, are told to screen readers once, and urgently when something went wrong', async () => {
    await show({ kind: 'error', text: 'Could not be sent' });
    expect(screen.getAllByText('Could not be sent')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('Could not be sent');
    expect(document.querySelectorAll('[role=alert], [role=status], [aria-live]')).toHaveLength(1);
    await pass(5_900);
    expect(screen.queryByText('Could not be sent')).not.toBeNull();
    await settle();
    expect(screen.queryByText('Could not be sent')).toBeNull();
  });

  it('stay as long as they ask for', async () => {
    await show({ kind: 'success', text: 'Copied', duration: 3_000 });
    expect(screen.getByRole('status').textContent).toContain('Copied');
    await pass(2_900);
    expect(screen.queryByText('Copied')).not.toBeNull();
    await settle();
    expect(screen.queryByText('Copied')).toBeNull();
  });

  it('are gone at once when they are dismissed where no motion is wanted, and leave no gap', async () => {
    wanted = 'reduce';
    for (const text of ['one', 'two']) await show({ kind: 'info', text });
    await act(async () => screen.getAllByRole('button', { name: DISMISS })[1]!.click());
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['one']);
    await show({ kind: 'info', text: 'three' });
    await settle();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['one', 'three']);
    await act(async () => layer.dismissAll());
    expect(screen.queryAllByRole('status')).toEqual([]);
  });

  it.each([
    ['an error in the same words takes the place of the one before', { kind: 'error' }, 1],
    ['an error with a button stands beside the one before', { kind: 'error', action: { label: 'Retry', id: 'a' } }, 2],
    ['a success in the same words stands beside the one before', { kind: 'success' }, 2],
  ] as const)('%s', async (_, toast, count) => {
    for (let at = 0; at < 2; at += 1) await show({ ...toast, text: 'The same' });
    await settle();
    expect(screen.getAllByText('The same')).toHaveLength(count);
    await settle();
    await show({ ...toast, text: 'The same' });
    await settle();
    expect(screen.getAllByText('The same')).toHaveLength(count === 1 ? 1 : 3);
  });

  it('are three at most', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await show({ kind: 'info', text });
    await settle();
    expect(screen.getAllByRole('status')).toHaveLength(3);
    expect(screen.queryByText('one')).toBeNull();
    expect(screen.queryByText('four')).not.toBeNull();
  });

  it.each([
    [
      'pointed at',
      (toast: Element) => fireEvent.pointerEnter(toast),
      (toast: Element) => fireEvent.pointerLeave(toast),
    ],
    [
      'in the focus',
      (toast: HTMLElement) => within(toast).getByRole('button').focus(),
      (toast: HTMLElement) => within(toast).getByRole('button').blur(),
    ],
    ['out of sight behind another window', () => fireEvent.blur(window), () => fireEvent.focus(window)],
  ])('stay while %s, and then for what was left of their time', async (_, hold, letGo) => {
    await show({ kind: 'info', text: 'Read me' });
    await pass(4_000);
    const toast = screen.getByRole('status');
    await act(async () => {
      hold(toast);
    });
    await pass(60_000);
    expect(screen.queryByText('Read me')).not.toBeNull();
    await act(async () => {
      letGo(toast);
    });
    await pass(1_900);
    expect(screen.queryByText('Read me')).not.toBeNull();
    await settle();
    expect(screen.queryByText('Read me')).toBeNull();
  });

  it('close with Escape from within, and give the focus back', async () => {
    const before = document.body.appendChild(document.createElement('button'));
    before.focus();
    await show({ kind: 'info', text: 'Read me' });
    const button = within(screen.getByRole('status')).getByRole('button', { name: DISMISS });
    await act(async () => button.focus());
    await act(async () => void fireEvent.keyDown(button, { key: 'Escape' }));
    expect(before).toHaveFocus();
    await settle();
    expect(screen.queryByText('Read me')).toBeNull();
  });

  it('with an action say so when it is pressed, once, and close', async () => {
    await show({ kind: 'success', text: '#7 has been closed', action: { label: 'Undo', id: 'conversation.undo' } });
    await act(async () => within(screen.getByRole('status')).getByRole('button', { name: 'Undo' }).click());
    await settle();
    expect([acted, screen.queryByText('#7 has been closed')]).toEqual([['conversation.undo'], null]);
  });

  it('can be dismissed one by one and all together', async () => {
    await show({ kind: 'info', text: 'one' });
    await show({ kind: 'info', text: 'two' });
    await show({ kind: 'info', text: 'three' });
    const [first] = screen.getAllByRole('status');
    await act(async () => within(first!).getByRole('button', { name: DISMISS }).click());
    await settle();
    expect(screen.getAllByRole('status')).toHaveLength(2);
    await act(async () => layer.dismissAll());
    await settle();
    expect(screen.queryAllByRole('status')).toHaveLength(0);
  });
});
