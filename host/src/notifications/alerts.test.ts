/** @jest-environment jsdom */
import type { Profile, TicketId } from '@inbox/domain';
import { aLiveEvent, aMessage, aTicket, TestLocks } from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createStore } from '@inbox/panel/store';
import { testProfile } from '../testing';
import { createAlerts, SOUND_REST_MS } from './alerts';
import type { NotificationChoice } from './choice';
import { createTabs } from './tabs';

let visibility: DocumentVisibilityState = 'visible';
const stops: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  visibility = 'visible';
  jest.useFakeTimers();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

interface Tab {
  user?: Partial<Profile>;
  open?: number | null;
  ready?: boolean;
  choice?: NotificationChoice;
  locks?: TestLocks;
}

function openTab({ user, open = null, ready = true, choice = 'off', locks = new TestLocks() }: Tab = {}) {
  const sounds = jest.fn(async () => {});
  const told = jest.fn();
  const ticket = createStore(open as TicketId | null);
  const tabs = createTabs(locks);
  const alerts = createAlerts({
    user: createStore(testProfile({ inbox_audio_notifications_enabled: true, ...user })),
    ticket,
    tabs,
    chime: { isReady: () => ready, play: sounds, stop: () => {} },
    desktop: { notify: told },
    allowed: () => choice,
  });
  stops.push(alerts.stop, tabs.stop);
  return { alerts, sounds, told, ticket, alerted: () => [sounds.mock.calls.length, told.mock.calls.length] };
}

function hide(): void {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
}

let seq = 0;
const message = (ticket = 5) =>
  aLiveEvent({
    seq: ++seq,
    at: new Date(Date.now() + seq).toISOString(),
    tickets: [aTicket({ id: ticket, owner_id: 7, status: 'open' })],
    items: [aMessage({ ticket_id: ticket, actor: 'customer' })],
  });

describe('the sound', () => {
  it.each([
    ['plays for a customer’s message', {}, 1],
    ['stays out when the setting is off', { user: { inbox_audio_notifications_enabled: false } }, 0],
    ['stays out where the browser does not allow it yet', { ready: false }, 0],
    ['stays out for the ticket that is open in view', { open: 5 }, 0],
    ['plays for another ticket than the open one', { open: 6 }, 1],
  ] as const)('%s', async (_, tab, times) => {
    const { alerts, sounds } = openTab(tab);
    await alerts.onEvent(message());
    expect(sounds).toHaveBeenCalledTimes(times);
  });

  it('plays for the open ticket when nobody looks at the page', async () => {
    const { alerts, sounds } = openTab({ open: 5 });
    hide();
    await jest.advanceTimersByTimeAsync(0);
    await alerts.onEvent(message());
    expect(sounds).toHaveBeenCalledTimes(1);
  });

  it('plays in one tab of several, and in none when one of them has the ticket in view', async () => {
    const locks = new TestLocks();
    const tabs = [openTab({ locks }), openTab({ locks, open: 6 }), openTab({ locks })];
    const first = message(5);
    await Promise.all(tabs.map(({ alerts }) => alerts.onEvent(first)));
    const played = () => tabs.reduce((sum, { sounds }) => sum + sounds.mock.calls.length, 0);
    expect(played()).toBe(1);
    jest.advanceTimersByTime(SOUND_REST_MS);
    const second = message(6);
    await Promise.all(tabs.map(({ alerts }) => alerts.onEvent(second)));
    expect(played()).toBe(1);
  });

  it('plays once for many messages in a short time', async () => {
    const { alerts, sounds } = openTab();
    for (let count = 0; count < 20; count += 1) await alerts.onEvent(message(count + 10));
    expect(sounds).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(SOUND_REST_MS);
    await alerts.onEvent(message());
    expect(sounds).toHaveBeenCalledTimes(2);
  });
});

describe('the desktop notification', () => {
  const silent = { user: { inbox_audio_notifications_enabled: false } };

  it('comes when the page is hidden and the agent has allowed it', async () => {
    const tab = openTab({ ...silent, choice: 'names' });
    await tab.alerts.onEvent(message());
    expect(tab.alerted()).toEqual([0, 0]);
    hide();
    await jest.advanceTimersByTimeAsync(0);
    await tab.alerts.onEvent(message());
    expect(tab.alerted()).toEqual([0, 1]);
  });

  it('stays out when it is not allowed', async () => {
    const tab = openTab({ ...silent, choice: 'off' });
    hide();
    await jest.advanceTimersByTimeAsync(0);
    await tab.alerts.onEvent(message());
    expect(tab.alerted()).toEqual([0, 0]);
  });

  it('comes from one tab of several', async () => {
    const locks = new TestLocks();
    const tabs = [openTab({ ...silent, locks, choice: 'names' }), openTab({ ...silent, locks, choice: 'names' })];
    hide();
    await jest.advanceTimersByTimeAsync(0);
    const event = message();
    await Promise.all(tabs.map(({ alerts }) => alerts.onEvent(event)));
    expect(tabs.reduce((sum, { told }) => sum + told.mock.calls.length, 0)).toBe(1);
  });
});
