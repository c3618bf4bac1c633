/** @jest-environment jsdom */
import type * as ApiRoom from '@inbox/api';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { calls, left, openShell, resetBrowser, settingsAnswer, TestSocket, type Opening } from '../shell-testing';
import type * as StartShell from '../start-shell';

jest.mock('@inbox/api', () => ({
  ...jest.requireActual<typeof ApiRoom>('@inbox/api'),
  createApi: () => calls,
}));
jest.mock('../sign-out/leave', () => ({
  leaveFor: (address: string) => left.push(address),
  reloadPage: () => undefined,
}));

let startShell: typeof StartShell.startShell;
beforeAll(async () => {
  ({ startShell } = await import('../start-shell'));
});
beforeEach(() => void resetBrowser());

let stop: (() => void) | undefined;
afterEach(() => {
  act(() => stop?.());
  document.body.replaceChildren();
});
const open = async (options?: Opening) => void (stop = await openShell(startShell, '/inbox/tickets', options));

const notification = { message: 'We move house on Sunday.', level: 'info', redirect_link: null } as const;

describe('the notification bar', () => {
  it.each([
    ['info', 'status'],
    ['warning', 'status'],
    ['danger', 'alert'],
  ] as const)('of level %s says so by its colour and its role', async (level, role) => {
    await open({ settings: { dashboard_notification: { ...notification, level } } });
    const bar = (await screen.findByText(notification.message)).closest('[data-level]');
    expect(bar).toHaveAttribute('data-level', level);
    expect(bar).toHaveAttribute('role', role);
    expect(screen.queryByRole('link', { name: 'Click here' })).toBeNull();
  });

  it('makes addresses in its text links, which leave no way back to this page', async () => {
    const message = 'Read https://status.example/today or javascript:alert(1).';
    await open({ settings: { dashboard_notification: { ...notification, message } } });
    const link = await screen.findByRole('link', { name: 'https://status.example/today' });
    expect(link).toHaveAttribute('href', 'https://status.example/today');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link.closest('p')).toHaveTextContent(message);
  });

  it.each([
    ['https://help.example/x', 'https://help.example/x'],
    ['/plans', `${location.origin}/main-site/plans`],
  ])('offers Click here for %s', async (redirect_link, href) => {
    await open({ settings: { dashboard_notification: { ...notification, redirect_link } } });
    expect(await screen.findByRole('link', { name: 'Click here' })).toHaveAttribute('href', href);
  });

  it('makes no link of what is no web page', async () => {
    await open({ settings: { dashboard_notification: { ...notification, redirect_link: 'javascript:alert(1)' } } });
    await screen.findByText(/We move house/);
    expect(screen.queryByRole('link', { name: 'Click here' })).toBeNull();
  });
});

describe('the pending invoice', () => {
  it('is asked of the main site, leads to the payment settings, and can be dismissed', async () => {
    calls.paymentCheck.mockResolvedValue({ has_payment_error: true, payment_settings_url: '/billing' });
    await open();
    const bar = await screen.findByText(
      /^You have a pending invoice on your Meta Account. Whatsapp Messaging will resume once the payment is completed\./,
    );
    expect(calls.paymentCheck).toHaveBeenCalledWith('/main-site', expect.anything());
    expect(screen.getByRole('link', { name: 'Payment settings' })).toHaveAttribute(
      'href',
      `${location.origin}/main-site/billing`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss this notice' }));
    expect(bar).not.toBeInTheDocument();
    expect(document.activeElement).toHaveAttribute('data-slot', 'list');
  });
});

describe('the bar of the server', () => {
  it('says in red what cannot be done now', async () => {
    await open({ settings: { server_problems: ['Nothing can be saved.', 'Parts are missing.'] } });
    const bar = await screen.findByRole('alert');
    expect(bar).toHaveTextContent('Nothing can be saved. Parts are missing.');
    expect(bar).toHaveAttribute('data-level', 'off');
  });
});

describe('the bar at the foot', () => {
  it('says why messaging is off', async () => {
    await open({ settings: { inbox_enabled: false, disable_reason: 'Your plan has ended.' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your plan has ended.');
  });
});

describe('what the settings say now', () => {
  it('shows without a reload when Refresh is pressed, and goes so', async () => {
    await open();
    await waitFor(() => expect(calls.settings).toHaveBeenCalledTimes(1));
    calls.settings.mockResolvedValue(settingsAnswer({}, { dashboard_notification: notification }));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    const bar = await screen.findByText(notification.message);
    expect(screen.getByText('panel ticket-list')).toBeVisible();

    calls.settings.mockResolvedValue(settingsAnswer());
    TestSocket.opened[0]!.say({ type: 'live.hello', seq: 4, server_time: '2026-11-21T10:00:00Z' });
    act(() => void TestSocket.opened[0]!.dispatchEvent(new CloseEvent('close', { code: 1006 })));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(TestSocket.opened).toHaveLength(2));
    TestSocket.opened[1]!.say({ type: 'live.hello', seq: 4, server_time: '2026-11-21T10:00:00Z' });
    TestSocket.opened[1]!.say({ type: 'live.caught_up', seq: 4 });
    await waitFor(() => expect(bar).not.toBeInTheDocument());
  });

  it('takes the inbox away from an agent who may no longer use it', async () => {
    await open();
    await waitFor(() => expect(calls.settings).toHaveBeenCalledTimes(1));
    calls.settings.mockResolvedValue(settingsAnswer({ user_permissions: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Feature not subscribed!')).toBeVisible();
    expect(screen.getByText(/contact support/)).toBeVisible();
  });

  it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)'])(
    'never sends the agent to %s',
    async (redirect_url) => {
      await open({ settings: { redirect: true, redirect_url, dashboard_notification: notification } });
      await screen.findByText(notification.message);
      expect(left).toEqual([]);
    },
  );
});
