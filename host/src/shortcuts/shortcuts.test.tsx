/** @jest-environment jsdom */
import type { ConversationAction, ListAction, ShownPanel } from '@inbox/events';
import type { NavigationIntent, PanelPorts, ThemeMode } from '@inbox/panel/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AgentStatus, TicketId } from '@inbox/domain';
import type { AgentStatusKeeper } from '../agent/agent-status';
import type { Room } from '../layout/places';
import type { RefreshState } from '../refresh';
import { destinationOf } from '../routing/routes';
import type { Shell } from '../shell';
import { ShellProvider } from '../shell-context';
import { createStore } from '../store';
import type { ThemeChoice } from '../theme/theme-choice';
import { createOverlay, loadOverlay } from './overlay';
import { OverlayPlace } from './overlay-place';
import { createSingleKeys } from './single-keys';
import { startShortcuts } from './start-shortcuts';

beforeAll(() => {
  // jsdom has the element, but not what makes it modal.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => {};
});

/** What was done, in words. */
let done: string[];
let list: ListAction[];
let conversation: ConversationAction[];
let stop = () => {};
const failed = jest.fn();

function start(ticket: number | null = 5): void {
  const note = (what: string) => () => void done.push(what);
  const shell = {
    overlay: createOverlay(loadOverlay, failed),
    singleKeys: createSingleKeys(),
    panelActions: () => ({
      list,
      conversation,
      actInList: (action: ListAction) => void done.push(`list ${action}`),
      actInConversation: (action: ConversationAction) => void done.push(`conversation ${action}`),
    }),
    ports: {
      navigate: (intent: NavigationIntent) => void done.push(`go ${destinationOf(intent, location.search).path}`),
    } as Partial<PanelPorts> as PanelPorts,
    ticket: createStore(ticket as TicketId | null),
    places: {
      room: createStore<Room>('wide'),
      shown: createStore<readonly ShownPanel[]>([]),
      show: (panel: ShownPanel) => void done.push(`panel ${panel}`),
      ticketChanged: () => {},
    },
    refresher: { state: createStore<RefreshState>('idle'), press: async () => void done.push('refresh') },
    signOut: async () => void done.push('sign out'),
    status: {
      current: createStore<AgentStatus>('online'),
      choose: async (status: AgentStatus) => void done.push(`status ${status}`),
    } as Partial<AgentStatusKeeper> as AgentStatusKeeper,
    theme: {
      choice: createStore<ThemeChoice>('system'),
      mode: createStore<ThemeMode>('light'),
      choose: (choice: ThemeChoice) => void done.push(`theme ${choice}`),
    },
    toasts: { show: () => {}, dismissAll: note('dismiss') },
  };
  const whole = shell as Partial<Shell> as Shell;
  stop = startShortcuts(whole);
  render(
    <ShellProvider value={whole}>
      <button>Row</button>
      <textarea aria-label="Reply" />
      <OverlayPlace />
    </ShellProvider>,
  );
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/inbox/tickets/5');
  done = [];
  list = ['next', 'previous', 'search'];
  conversation = ['reply', 'close'];
});
afterEach(() => {
  act(() => stop());
  failed.mockReset();
});

const row = () => screen.getByRole('button', { name: 'Row' });
const palette = () => screen.findByRole('dialog', { name: 'Command palette' });
const options = () => screen.getAllByRole('option').map((option) => option.firstElementChild?.textContent);

describe('single keys', () => {
  it.each([
    ['j', ['list next']],
    ['k', ['list previous']],
    ['/', ['list search']],
    ['r', ['conversation reply']],
    ['e', ['conversation close']],
    ['d', ['panel customer-panel']],
    ['q', ['panel quick-replies']],
    ['f', []],
    ['x', []],
  ])('%s does %p', async (key, what) => {
    start();
    row().focus();
    await userEvent.keyboard(key);
    expect(done).toEqual(what);
  });

  it('do nothing while somebody types', async () => {
    start();
    await userEvent.type(screen.getByRole('textbox', { name: 'Reply' }), 'jkr/e?dq');
    expect(done).toEqual([]);
    expect(screen.getByRole('textbox', { name: 'Reply' })).toHaveValue('jkr/e?dq');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('act once while held down, but for the way through the list', () => {
    start();
    for (const key of ['j', 'e']) {
      act(() => void row().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, repeat: true })));
    }
    expect(done).toEqual(['list next']);
  });

  it('can be turned off in the sheet, which is remembered; the palette’s key stays', async () => {
    start();
    row().focus();
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByText('Next ticket')).toBeInTheDocument();
    await userEvent.click(within(sheet).getByRole('checkbox', { name: /Single-key shortcuts/ }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(row()).toHaveFocus();
    await userEvent.keyboard('jr?');
    expect(done).toEqual([]);
    expect(createSingleKeys().on.get()).toBe(false);
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await palette()).toBeInTheDocument();
  });
});

describe('the palette', () => {
  async function open() {
    await userEvent.keyboard('{Control>}k{/Control}');
    await palette();
    return screen.getByRole('combobox');
  }

  it('opens while somebody types and gives the focus back where it was', async () => {
    start();
    const reply = screen.getByRole('textbox', { name: 'Reply' });
    reply.focus();
    const field = await open();
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true');
    field.focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(reply).toHaveFocus();
  });

  it('lists what can be done now and nothing else', async () => {
    start();
    row().focus();
    await open();
    expect(options()).toEqual(
      expect.arrayContaining(['Reply', 'Close ticket', 'Next ticket', 'Refresh', 'Back to tickets']),
    );
    expect(options()).not.toContain('Filter tickets');
    expect(options()).not.toContain('Follow up');
    expect(options()).not.toContain('Set your status to Online');
    expect(options()).toContain('Set your status to Break');
    expect(options()).not.toContain('Appearance: System');
  });

  it('lists nothing of a ticket while none is open, nor of panels that are not there', async () => {
    [list, conversation] = [[], []];
    start(null);
    row().focus();
    await open();
    for (const label of ['Reply', 'Next ticket', 'Back to tickets', 'Show or hide details']) {
      expect(options()).not.toContain(label);
    }
  });

  it.each([
    ['close', ['conversation close']],
    ['#48207', ['go /inbox/tickets/48207']],
    ['48207', ['go /inbox/tickets/48207']],
    ['brk', ['status break']],
    ['appearance dark', ['theme dark']],
    ['refresh', ['refresh']],
    ['dismiss', ['dismiss']],
    ['logout', ['sign out']],
    ['nothing is called so', []],
  ])('%p and Enter does %p', async (typed, what) => {
    start();
    row().focus();
    const field = await open();
    await userEvent.type(field, typed);
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual(what);
  });

  it.each([
    ['48207', 'go /inbox/tickets/48207?status=open&priority=high'],
    ['back to tickets', 'go /inbox/tickets?status=open&priority=high'],
  ])('%p keeps the filters that the address names', async (typed, what) => {
    history.replaceState(null, '', '/inbox/tickets/5?status=open&priority=high');
    start();
    row().focus();
    await userEvent.type(await open(), `${typed}{Enter}`);
    expect(done).toEqual([what]);
  });

  it('is moved through by arrows, round its ends, and tells which option is active', async () => {
    start();
    row().focus();
    const field = await open();
    field.focus();
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    const first = active();
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).not.toBe(first);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toContain('Logout');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe(first);
  });

  it('leads to the sheet', async () => {
    start();
    row().focus();
    await userEvent.type(await open(), 'keyboard{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

it('tells when a dialog’s code cannot be had, and tries again the next time', async () => {
  const log = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const load = jest.fn<typeof loadOverlay>().mockRejectedValueOnce(new Error('503')).mockImplementation(loadOverlay);
  const overlay = createOverlay(load, failed);
  await overlay.show('sheet');
  expect(failed).toHaveBeenCalledTimes(1);
  await overlay.show('sheet');
  await waitFor(() => expect(overlay.shown.get()).not.toBeNull());
  log.mockRestore();
});
