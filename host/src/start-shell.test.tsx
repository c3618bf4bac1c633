/** @jest-environment jsdom */
import type * as ApiRoom from '@inbox/api';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { PanelLoadError } from '@inbox/shell/panels';
import { aPanel, testPanels } from '@inbox/shell/testing';
import { calls, left, loadPanel, mounted, openShell, resetBrowser, TestSocket, type Opening } from './shell-testing';
import type * as StartShell from './start-shell';
import { testAuth } from './testing';

jest.mock('@inbox/api', () => ({
  ...jest.requireActual<typeof ApiRoom>('@inbox/api'),
  createApi: () => calls,
}));
jest.mock('./sign-out/leave', () => ({
  leaveFor: (address: string) => left.push(address),
  reloadPage: () => left.push('again'),
}));

let startShell: typeof StartShell.startShell;
beforeAll(async () => {
  // jsdom has the element, but not what makes it modal.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  // After the mocks above, which it is to find.
  ({ startShell } = await import('./start-shell'));
});

let browser: { width: number };
beforeEach(() => void (browser = resetBrowser()));

let stop: (() => void) | undefined;
afterEach(() => {
  act(() => stop?.());
  document.body.replaceChildren();
});

async function open(path: string, options?: Opening) {
  stop = await openShell(startShell, path, options);
}

describe('routes', () => {
  it.each([
    ['/', '/inbox/tickets'],
    ['/inbox', '/inbox/tickets'],
    ['/inbox/', '/inbox/tickets'],
    ['/inbox/tickets', '/inbox/tickets'],
    ['/inbox/tickets/', '/inbox/tickets/'],
    ['/inbox/tickets/48207', '/inbox/tickets/48207'],
    ['/inbox/48207', '/inbox/tickets/48207'],
    ['/inbox/settings', '/inbox/tickets'],
    ['/inbox/tickets/None', '/inbox/tickets'],
    ['/nowhere/at/all', '/inbox/tickets'],
    ['/old-home/48207', '/inbox/tickets/48207'],
  ])('%s ends at %s', async (path, end) => {
    await open(path);
    expect(location.pathname).toBe(end);
    expect(screen.getByText('panel ticket-list')).toBeVisible();
  });

  it.each(['/old-home', '/old-home/', '/old-home/None'])(
    'of the old home without a ticket, such as %s, show a notice with the way to the new site',
    async (path) => {
      await open(path);
      expect(await screen.findByText('The inbox has moved')).toBeVisible();
      expect(screen.queryByText('panel ticket-list')).toBeNull();
      await userEvent.click(screen.getByRole('link', { name: 'Go to the new site' }));
      expect(location.pathname).toBe('/inbox/tickets');
      expect(await screen.findByText('panel ticket-list')).toBeVisible();
    },
  );

  it('open a ticket when a panel wishes it, without mounting a panel anew', async () => {
    await open('/inbox/tickets');
    const before = mounted.get('ticket-list');
    await act(async () => before?.ports.navigate({ to: 'ticket', id: 5 }));
    expect(location.pathname).toBe('/inbox/tickets/5');
    expect(mounted.get('ticket-list')).toBe(before);
    expect(await screen.findByText('panel customer-panel')).toBeVisible();
  });
});

describe('without a session', () => {
  it('nothing is shown and the login page is next', () => {
    history.replaceState(null, '', '/inbox/tickets/5');
    const element = document.createElement('div');
    stop = startShell({
      element,
      loadCatalog: async () => ({ panels: [], load: loadPanel }),
      config: {
        mainSite: '/main-site',
        apiBaseUrl: '',
        panelOverrides: false,
        memory: true,
        worker: false,
        vitals: false,
        panelOrigins: [],
        panelTimeoutMs: 10_000,
      },
    });
    expect(left).toEqual(['/main-site/login?next=%2Finbox%2Ftickets%2F5']);
    expect(element).toBeEmptyDOMElement();
    expect(TestSocket.opened).toEqual([]);
  });
});

describe('the page', () => {
  it('connects with the bare token, and says how it stands', async () => {
    await open('/inbox/tickets');
    const [socket] = TestSocket.opened;
    expect(new URL(socket!.url).searchParams.get('jwt')).toBe(testAuth().token.slice(4));
    expect(new URL(socket!.url).pathname).toBe('/ws/inbox/');
    expect(screen.getByText('Connecting')).toBeInTheDocument();
    socket!.say({ type: 'live.hello', seq: 4, server_time: '2026-11-21T10:00:00Z' });
    expect(await screen.findByText('Live')).toBeInTheDocument();
    act(() => void socket!.dispatchEvent(new CloseEvent('close', { code: 1006 })));
    expect(screen.getByText(/^Offline since \d\d:\d\d [AP]M$/)).toBeInTheDocument();
  });

  it('stands when every panel fails, and each can be tried again', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    await open('/inbox/tickets/5', {
      load: (name) => Promise.reject(new PanelLoadError(name, { kind: 'not-published' })),
    });
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(3));
    log.mockRestore();
  });

  it('is not shown to an agent without the permission, who can still sign out', async () => {
    await open('/inbox/tickets', { user: { user_permissions: [] } });
    expect(screen.getByText('Feature not subscribed!')).toBeVisible();
    expect(screen.queryByText('panel ticket-list')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(calls.logout).toHaveBeenCalled();
    await waitFor(() => expect(left).toEqual(['/main-site/login']));
  });

  it('goes to the main site when the settings say redirect', async () => {
    await open('/inbox/tickets', { settings: { redirect: true, redirect_url: '/plans' } });
    await waitFor(() => expect(left).toEqual([`${location.origin}/main-site/plans`]));
  });
});

describe('a page without a network', () => {
  it('says so when Refresh is pressed, asks nobody, and logs no error', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open('/inbox/tickets');
    // The line is tried again by itself after a while, which is not to come here.
    jest.useFakeTimers();
    try {
      act(() => void TestSocket.opened[0]!.dispatchEvent(new CloseEvent('close', { code: 1006 })));
      expect(await screen.findByText(/^Offline since/)).toBeVisible();
      const before = TestSocket.opened.length;
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      await user.click(screen.getByRole('button', { name: 'Refresh' }));
      await act(() => jest.advanceTimersByTimeAsync(0));
      expect(screen.getByText('You are offline. Please try again when the inbox is live.')).toBeVisible();
      expect(TestSocket.opened).toHaveLength(before);
      expect(log).not.toHaveBeenCalled();
    } finally {
      jest.useRealTimers();
      network.mockRestore();
      log.mockRestore();
    }
  });
});

describe('a session that the server has ended', () => {
  it('is told, forgotten, and followed by the login page after two seconds', async () => {
    await open('/inbox/tickets');
    localStorage.setItem('agent_status', 'online');
    jest.useFakeTimers();
    try {
      act(() => void TestSocket.opened[0]!.dispatchEvent(new CloseEvent('close', { code: 4401 })));
      expect(localStorage.getItem('inbox.auth')).toBeNull();
      expect(localStorage.getItem('agent_status')).toBeNull();
      await act(() => jest.advanceTimersByTimeAsync(1_900));
      expect(left).toEqual([]);
      expect(screen.getByText('Session expired. Redirecting to Login Page...')).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(left).toEqual(['/main-site/login']);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the status menu', () => {
  it('restores the stored status when the socket opens', async () => {
    localStorage.setItem('agent_status', 'break');
    await open('/inbox/tickets');
    TestSocket.opened[0]!.say({ type: 'live.hello', seq: 4, server_time: '2026-11-21T10:00:00Z' });
    await waitFor(() => expect(calls.setAgentStatus).toHaveBeenCalledWith({ body: { agent_status: 'break' } }));
    expect(screen.getByRole('button', { name: 'Your status: Break' })).toBeVisible();
  });

  it('offers online, offline, break and logout, and tells the server what was chosen', async () => {
    await open('/inbox/tickets');
    await userEvent.click(screen.getByRole('button', { name: 'Your status: Offline' }));
    await screen.findByRole('menu', { name: 'Your status' });
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'Online',
      'Offline',
      'Break',
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Online' }));
    expect(calls.setAgentStatus).toHaveBeenCalledWith({ body: { agent_status: 'online' } });
    expect(screen.getByRole('button', { name: 'Your status: Online' })).toBeInTheDocument();
  });

  it('signs out also when the server cannot be reached, says so, and says nothing of a session that expired', async () => {
    const log = jest.spyOn(console, 'warn').mockImplementation(() => {});
    calls.logout.mockRejectedValue(new Error('offline'));
    await open('/inbox/tickets');
    await userEvent.click(screen.getByRole('button', { name: 'Your status: Offline' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect(localStorage.getItem('inbox.auth')).toBeNull();
    expect(await screen.findByRole('alert')).toHaveTextContent('The server could not be reached');
    expect(screen.queryByText('panel ticket-list')).toBeNull();
    await waitFor(() => expect(left).toEqual(['/main-site/login']));
    // The server ends the lines of a session that is over.
    act(() => void TestSocket.opened[0]!.dispatchEvent(new CloseEvent('close', { code: 4401 })));
    expect(screen.queryByText('Session expired. Redirecting to Login Page...')).toBeNull();
    log.mockRestore();
  });

  it('without a network stays where it says so, and tells the server when the network is back', async () => {
    const log = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    calls.logout.mockRejectedValue(new Error('offline'));
    await open('/inbox/tickets');
    await userEvent.click(screen.getByRole('button', { name: 'Your status: Offline' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('alert');
    calls.logout.mockReset().mockResolvedValue({});
    expect(left).toEqual([]);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(left).toEqual(['/main-site/login']));
    expect(calls.logout).toHaveBeenCalledWith({ body: { token: testAuth().token.slice(4) } }, expect.anything());
    expect(JSON.stringify(localStorage)).not.toContain(testAuth().token.slice(4));
    network.mockRestore();
    log.mockRestore();
  });

  it('tells the server of an earlier sign-out on the next page', async () => {
    localStorage.setItem('inbox.logout:x', 'earlier.token.x');
    await open('/inbox/tickets');
    await waitFor(() => expect(localStorage.getItem('inbox.logout:x')).toBeNull());
    expect(calls.logout).toHaveBeenCalledWith({ body: { token: 'earlier.token.x' } }, expect.anything());
    expect(localStorage.getItem('inbox.auth')).not.toBeNull();
  });

  it('signs out: the server is told with the token, nothing stays behind, the login page follows', async () => {
    localStorage.setItem('agent_status', 'online');
    await open('/inbox/tickets');
    await userEvent.click(screen.getByRole('button', { name: 'Your status: Online' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect(calls.logout).toHaveBeenCalledWith({ body: { token: testAuth().token.slice(4) } }, expect.anything());
    await waitFor(() => expect(left).toEqual(['/main-site/login']));
    expect(localStorage.getItem('inbox.auth')).toBeNull();
    expect(localStorage.getItem('agent_status')).toBeNull();
  });
});

describe('the details', () => {
  it('have a column beside an open ticket, which can be closed and stays so', async () => {
    await open('/inbox/tickets/5');
    expect(await screen.findByText('panel customer-panel')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'More details' }));
    expect(screen.getByText('panel customer-panel')).not.toBeVisible();
    expect(localStorage.getItem('inbox.open.customer-panel')).toBe('hidden');
  });

  it('slide over when there is less room, take the focus, and go with Escape', async () => {
    browser.width = 1000;
    await open('/inbox/tickets/5');
    expect(screen.queryByText('panel customer-panel')).toBeNull();
    const toggle = screen.getByRole('button', { name: 'More details' });
    await userEvent.click(toggle);
    await waitFor(() => expect(screen.getByText('panel customer-panel')).toBeVisible());
    expect(document.activeElement).toContainElement(screen.getByText('panel customer-panel'));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('panel customer-panel')).not.toBeVisible();
    expect(toggle).toHaveFocus();
  });

  it('give way to quick replies when a panel asks for them', async () => {
    await open('/inbox/tickets/5');
    await screen.findByText('panel customer-panel');
    const { bus } = mounted.get('conversation')!.ports;
    await act(async () => void (await bus?.send('panel.show@1', { panel: 'quick-replies', show: true }, 1000)));
    await waitFor(() => expect(screen.getByText('panel quick-replies')).toBeVisible());
    expect(screen.getByText('panel customer-panel')).not.toBeVisible();
  });
});

describe('a panel that another team publishes', () => {
  const extra = aPanel('loyalty', {
    title: 'Loyalty',
    order: 20,
    when: { ticket: true },
    toggle: { label: 'Show or hide loyalty', key: 'l', button: 'Loyalty' },
  });

  it('has its button in the top bar and its place beside the ticket', async () => {
    await open('/inbox/tickets/5', { panels: [...testPanels, extra] });
    expect(screen.queryByText('panel loyalty')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Loyalty' }));
    expect(await screen.findByText('panel loyalty')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Loyalty' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('panel customer-panel')).not.toBeVisible();
  });

  it.each(['top-bar', 'sidebar'] as const)('shows in the slot %s', async (slot) => {
    await open('/inbox/tickets', { panels: [...testPanels, aPanel('clock', { slot })] });
    expect((await screen.findByText('panel clock')).closest(`[data-slot=${slot}]`)).not.toBeNull();
  });

  it('opens over the page by its button, and closes', async () => {
    const slot = 'overlay';
    const toggle = { label: 'Show help', button: 'Help', close: 'Close help' };
    await open('/inbox/tickets', { panels: [...testPanels, aPanel('help', { title: 'Help', slot, toggle })] });
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    expect(screen.getByRole('dialog', { name: 'Help' })).toContainElement(await screen.findByText('panel help'));
    await userEvent.click(screen.getByRole('button', { name: 'Close help' }));
    expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull();
  });

  it('is loaded for nobody before an agent with the permission that it names opens it', async () => {
    const toggle = { label: 'Show payroll', button: 'Payroll', close: 'Close payroll' };
    const payroll = aPanel('payroll', { title: 'Payroll', slot: 'overlay', when: { permission: 'pay' }, toggle });
    const loaded: string[] = [];
    const load: typeof loadPanel = (name, attempt) => {
      loaded.push(name);
      return loadPanel(name, attempt);
    };
    const user_permissions = ['access_connect_chat_page', 'pay'];
    await open('/inbox/tickets', { panels: [...testPanels, payroll], load, user: { user_permissions } });
    await waitFor(() => expect(loaded).toContain('quick-replies'));
    expect(loaded).not.toContain('payroll');
    await userEvent.click(screen.getByRole('button', { name: 'Payroll' }));
    expect(await screen.findByText('panel payroll')).toBeVisible();
  });

  it('is not there for an agent who lacks the permission that it names', async () => {
    const panels = [...testPanels, aPanel('payroll', { slot: 'top-bar', when: { permission: 'pay' } })];
    await open('/inbox/tickets', { panels });
    await screen.findByText('panel ticket-list');
    expect(screen.queryByText('panel payroll')).toBeNull();
  });
});

describe('an inbox without panels', () => {
  it('says so in both columns, and everything of the shell works', async () => {
    await open('/inbox/tickets', { panels: [] });
    expect(screen.getAllByText('Nothing is installed here.')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
  });
});

describe('a narrow page', () => {
  it('shows one panel at a time, and the one that comes takes the focus', async () => {
    browser.width = 400;
    await open('/inbox/tickets/5');
    expect(screen.getByText('panel conversation')).toBeVisible();
    expect(screen.getByText('panel ticket-list')).not.toBeVisible();
    await act(async () => mounted.get('conversation')?.ports.navigate({ to: 'tickets' }));
    expect(screen.getByText('panel ticket-list')).toBeVisible();
    expect(screen.getByText('panel conversation')).not.toBeVisible();
    expect(document.activeElement).toContainElement(screen.getByText('panel ticket-list'));
  });
});
