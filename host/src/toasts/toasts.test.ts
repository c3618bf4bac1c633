/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { messages } from '../messages';
import { createStore } from '../store';
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
  beforeEach(async () => {
    await act(async () => {
      layer = await loadToastLayer(createStore<'light' | 'dark'>('light'), 'n0nce');
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

  it('are three at most', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await show({ kind: 'info', text });
    await settle();
    expect(screen.getAllByRole('status')).toHaveLength(3);
    expect(screen.queryByText('one')).toBeNull();
    expect(screen.queryByText('four')).not.toBeNull();
  });

  it('can be dismissed one by one and all together', async () => {
    await show({ kind: 'info', text: 'one' });
    await show({ kind: 'info', text: 'two' });
    await show({ kind: 'info', text: 'three' });
    const [first] = screen.getAllByRole('status');
    await act(async () => within(first!).getByRole('button', { name: messages.dismissToast }).click());
    await settle();
    expect(screen.getAllByRole('status')).toHaveLength(2);
    await act(async () => layer.dismissAll());
    await settle();
    expect(screen.queryAllByRole('status')).toHaveLength(0);
  });
});
