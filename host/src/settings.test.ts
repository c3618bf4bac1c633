import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
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

function world() {
  const fetch = jest.fn<() => Promise<typeof answer>>().mockResolvedValue(answer);
  const ended = new AbortController();
  const onSettings = jest.fn();
  const options = { fetch, signal: ended.signal, onSettings, onProfile: jest.fn(), onRedirect: jest.fn() };
  return { fetch, ended, onSettings, load: () => loadSettings(options) };
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
