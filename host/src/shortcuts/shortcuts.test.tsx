/** @jest-environment jsdom */
import type { AgentStatus, TicketId } from '@inbox/domain';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, useStore } from '@inbox/panel/store';
import { testPanels } from '@inbox/shell/testing';
import type { Inspector } from '../inspector/inspector';
import { loadOverlay } from '../layout/load-overlay';
import { destinationOf } from '../routing/routes';
import { commandsNow, refusalOf, type CommandDeps } from './commands';
import { createOverlay, type Overlay } from './overlay';
import { createSingleKeys } from './single-keys';
import { startShortcuts } from './start-shortcuts';
import type { Breakpoint } from '../slots/breakpoint';
import { createSlots } from '../slots/slots';
import type { ThemeChoice } from '../config/theme-choice';

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
let offered: Record<string, string[]>;
let stop = () => {};
const failed = jest.fn();

function start(ticket: number | null = 5): void {
  const singleKeys = createSingleKeys();
  const slots = createSlots(
    { breakpoint: createStore<Breakpoint>('wide'), low: createStore(false) },
    createStore({ ticketIsOpen: ticket !== null, permissions: [], settings: null }),
  );
  slots.place(testPanels);
  const overlay: Overlay = createOverlay(
    (name) =>
      loadOverlay(name, {
        singleKeys,
        panels: slots.all,
        commands,
        api: { call: () => Promise.reject(new Error('no call')) },
        signOutWork: () => null,
      }),
    failed,
  );
  const inspectorOn = createStore(false);
  const inspector: Inspector = {
    on: inspectorOn,
    turn: inspectorOn.set,
    toggle: () => void done.push('inspector'),
    stop: () => {},
  };
  const commands: CommandDeps = {
    inspector,
    overlay,
    panelActions: {
      offered: (panel) => offered[panel] ?? [],
      act: (panel, action) => void done.push(`${panel} ${action}`),
    },
    slots: { panels: slots.panels, all: slots.all, show: (panel) => void done.push(`show ${panel}`) },
    navigate: (intent) => void done.push(`go ${destinationOf(intent, location.search).path}`),
    ticket: createStore(ticket as TicketId | null),
    status: {
      current: createStore<AgentStatus>('online'),
      choose: async (status) => void done.push(`status ${status}`),
    },
    theme: { choice: createStore<ThemeChoice>('system'), choose: (choice) => void done.push(`theme ${choice}`) },
    refresh: () => void done.push('refresh'),
    dismissToasts: () => void done.push('dismiss'),
    signOut: () => void done.push('sign out'),
  };
  stop = startShortcuts({
    overlay,
    singleKeysOn: singleKeys.on,
    commands: () => commandsNow(commands),
    refusalOf: (key) => refusalOf(commands, key),
    onRefused: (why) => void done.push(why),
    inspector,
  });
  const Overlays = () => useStore(overlay.shown);
  render(
    <>
      <button>Row</button>
      <textarea aria-label="Reply" />
      <Overlays />
    </>,
  );
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/inbox/tickets/5');
  done = [];
  offered = { 'ticket-list': ['next', 'previous', 'search'], conversation: ['reply', 'close'] };
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
    ['j', ['ticket-list next']],
    ['k', ['ticket-list previous']],
    ['/', ['ticket-list search']],
    ['r', ['conversation reply']],
    ['e', ['conversation close']],
    ['d', ['show customer-panel']],
    ['q', ['show quick-replies']],
    ['f', ['“Filter tickets” cannot be done right now.']],
    ['x', []],
  ])('%s does %p', async (key, what) => {
    start();
    row().focus();
    await userEvent.keyboard(key);
    expect(done).toEqual(what);
  });

  it.each([
    ['no ticket is open', 'h', null, 'Open a ticket first. The shortcut “Follow up” acts on the open ticket.'],
    [
      'the panel needs a ticket',
      'd',
      null,
      'Open a ticket first. The shortcut “Show or hide details” acts on the open ticket.',
    ],
    ['the ticket does not allow it', 'h', 5, 'Only an open ticket can be followed up.'],
  ])('say why they do nothing while %s, once while held down', (_, key, ticket, why) => {
    start(ticket);
    for (const repeat of [false, true]) {
      act(() => void row().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, repeat })));
    }
    expect(done).toEqual([why]);
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
    expect(done).toEqual(['ticket-list next']);
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

describe('the inspector', () => {
  const chord = '{Control>}{Shift>}[KeyI]{/Shift}{/Control}';

  it('is turned on in the palette; from then on its keys are its own, and until then the browser’s', async () => {
    start();
    row().focus();
    const heard: boolean[] = [];
    const listener = ({ code, ctrlKey, defaultPrevented }: KeyboardEvent) => {
      if (code === 'KeyI' && ctrlKey) heard.push(defaultPrevented);
    };
    window.addEventListener('keydown', listener);
    await userEvent.keyboard(chord);
    await userEvent.keyboard('{Control>}k{/Control}');
    await palette();
    expect(options()).not.toContain('Open the inspector');
    await userEvent.type(screen.getByRole('combobox'), 'inspector on{Enter}');
    await userEvent.keyboard(chord);
    window.removeEventListener('keydown', listener);
    expect(heard).toEqual([false, true]);
    expect(done).toEqual(['inspector']);
    await userEvent.keyboard('{Control>}k{/Control}');
    await palette();
    expect(options()).toEqual(expect.arrayContaining(['Open the inspector', 'Turn the inspector off']));
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
    offered = {};
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
  const load = jest
    .fn<Parameters<typeof createOverlay>[0]>()
    .mockRejectedValueOnce(new Error('503'))
    .mockResolvedValue(() => null);
  const overlay = createOverlay(load, failed);
  await overlay.show('sheet');
  expect(failed).toHaveBeenCalledTimes(1);
  await overlay.show('sheet');
  await waitFor(() => expect(overlay.shown.get()).not.toBeNull());
  log.mockRestore();
});
