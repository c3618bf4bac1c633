import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError, type PaymentCheck } from '@inbox/api';
import type { InboxSettings, Profile } from '@inbox/domain';
import { loadSettings } from './settings';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const answer = { redirect: false, redirect_url: null, profile: {} } as InboxSettings & { profile: Profile };

const PAID: PaymentCheck = { has_payment_error: false, payment_settings_url: null };

function world() {
  const fetch = jest.fn<() => Promise<typeof answer>>().mockResolvedValue(answer);
  const checkPayment = jest.fn<() => Promise<PaymentCheck>>().mockResolvedValue(PAID);
  const ended = new AbortController();
  const [onSettings, onPayment] = [jest.fn(), jest.fn()];
  const config = { mainSite: '/main-site', apiBaseUrl: '' };
  const others = { onProfile: jest.fn(), onRedirect: jest.fn(), config };
  const load = () => loadSettings({ fetch, checkPayment, signal: ended.signal, onSettings, onPayment, ...others });
  return { fetch, checkPayment, ended, onSettings, onPayment, load };
}

it('settings that could not be loaded are loaded again by themselves', async () => {
  const { fetch, onSettings, load } = world();
  fetch
    .mockRejectedValueOnce(new ApiError('timeout', 'no answer'))
    .mockRejectedValueOnce(new ApiError('refused', 'no'));
  const loaded = load();
  await jest.advanceTimersByTimeAsync(6_000);
  await loaded;
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(onSettings).toHaveBeenCalledTimes(1);
});

it('an unpaid invoice is asked for again by itself, and the settings do not wait for it', async () => {
  const { checkPayment, onPayment, onSettings, load } = world();
  checkPayment.mockRejectedValueOnce(new ApiError('offline', 'away'));
  const loaded = load();
  await jest.advanceTimersByTimeAsync(1_999);
  expect([onSettings, onPayment].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await jest.advanceTimersByTimeAsync(1);
  await loaded;
  expect(onPayment).toHaveBeenCalledWith(PAID);
});

it('settings are not asked for once a newer request or the end of the page has taken over', async () => {
  const { fetch, ended, onSettings, load } = world();
  fetch.mockRejectedValue(new ApiError('offline', 'away'));
  const loaded = load();
  await jest.advanceTimersByTimeAsync(0);
  ended.abort();
  await loaded;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(onSettings).not.toHaveBeenCalled();
});
