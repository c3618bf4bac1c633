/** @jest-environment jsdom */
import type * as ApiRoom from '@inbox/api';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { calls, left, openShell, resetBrowser } from '../shell-testing';
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

let browser: { width: number };
beforeEach(() => void (browser = resetBrowser()));

let stop: (() => void) | undefined;
afterEach(() => {
  act(() => stop?.());
  document.body.replaceChildren();
});
const open = async (path: string) => void (stop = await openShell(startShell, path));

/** Presses Tab until this has the focus, as someone without a mouse does. */
async function tabTo(target: HTMLElement): Promise<void> {
  for (let at = 0; at < 40 && document.activeElement !== target; at += 1) await userEvent.tab();
  expect(target).toHaveFocus();
}

describe('the sidebar', () => {
  it('leads to the inbox and the twelve ways out, each to the main site', async () => {
    await open('/inbox/tickets');
    const links = within(screen.getByRole('navigation', { name: 'Inbox' })).getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['Inbox', '/inbox/tickets'],
      ['Insights', '/main-site/insights'],
      ['Orders', '/main-site/orders'],
      ['Abandoned checkout', '/main-site/abandoned-checkout'],
      ['COD to paid', '/main-site/cod-to-paid'],
      ['Geo analysis', '/main-site/geo-analysis'],
      ['Connect (beta)', '/main-site/connect'],
      ['Schedule broadcast', '/main-site/schedule-broadcast'],
      ['Non delivery reports', '/main-site/non-delivery-reports'],
      ['Net promoter scores', '/main-site/net-promoter-scores'],
      ['Return center', '/main-site/return-center'],
      ['Chatbot', '/main-site/chatbot'],
      ['Settings', '/main-site/settings'],
    ]);
  });

  it('names a link to whoever points at it or comes by keyboard, until Escape', async () => {
    await open('/inbox/tickets');
    const link = screen.getByRole('link', { name: 'Geo analysis' });
    await userEvent.hover(link);
    expect(screen.getByText('Geo analysis')).toBeVisible();
    await userEvent.unhover(link);
    expect(screen.queryByText('Geo analysis')).toBeNull();
    await tabTo(link);
    expect(screen.getByText('Geo analysis')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Geo analysis')).toBeNull();
  });

  it('stands at the foot of a narrow page, with a menu for the links without room', async () => {
    browser.width = 360;
    await open('/inbox/tickets');
    expect(screen.getByRole('link', { name: 'Geo analysis' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Return center' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More links' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Return center' }));
    expect(left).toEqual(['/main-site/return-center']);
  });
});

describe('the keyboard', () => {
  it('comes first to the way past the bars', async () => {
    await open('/inbox/tickets/5');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Skip to tickets' })).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Skip to conversation' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toContainElement(screen.getByText('panel conversation'));
  });

  it('is led to the one panel that a narrow page shows', async () => {
    browser.width = 360;
    await open('/inbox/tickets');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Skip to tickets' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Skip to conversation' })).toBeNull();
  });
});
