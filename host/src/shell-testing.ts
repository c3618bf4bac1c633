import type { Profile, InboxSettings } from '@inbox/domain';
import type { PaymentCheck } from '@inbox/api';
import { jest } from '@jest/globals';
import type { MountOptions } from '@inbox/panel/contract';
import { act } from 'react';
import type { CatalogPanel, LoadedPanel, LoadPanel } from '@inbox/shell/panels';
import { testPanels } from '@inbox/shell/testing';
import { saveAuthState } from './auth/auth-state';
import type { StartOptions } from './start-shell';
import { testAuth, testProfile } from './testing';

/** The calls of the shell, for a test to put in place of the client; each answers nothing until told what. */
export const calls = {
  settings: jest.fn<() => Promise<unknown>>(),
  agentStatus: jest.fn<() => Promise<unknown>>(),
  setAgentStatus: jest.fn<(input: unknown) => Promise<unknown>>(),
  logout: jest.fn<(input: unknown, options: unknown) => Promise<unknown>>(),
  paymentCheck: jest.fn<(mainSite: string, options: unknown) => Promise<PaymentCheck>>(),
};

/** A socket whose other end is the test's. */
export class TestSocket extends EventTarget {
  static opened: TestSocket[] = [];
  readonly url: string;
  constructor(url: URL) {
    super();
    this.url = String(url);
    TestSocket.opened.push(this);
  }
  close = jest.fn();
  say(message: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })));
  }
}

/** What the settings call answers for this agent. */
export function settingsAnswer(user: Partial<Profile> = {}, settings: Partial<InboxSettings> = {}) {
  return {
    redirect: false,
    redirect_url: null,
    dashboard_notification: null,
    inbox_enabled: true,
    disable_reason: null,
    ...settings,
    profile: testProfile(user),
  };
}

/** Where the page was sent, for a test to put in place of leaving. */
export const left: string[] = [];

/** What a panel was mounted with, by name. */
export const mounted = new Map<string, MountOptions<Record<string, unknown>>>();
export const loadPanel: LoadPanel = async (name): Promise<LoadedPanel> => ({
  contract: '1',
  name,
  version: '1.0.0',
  consumes: ['session@1', 'list.asked@1'],
  produces: ['panel.show@1'],
  mount(element, options) {
    mounted.set(name, options);
    element.textContent = `panel ${name}`;
    options.ports.auth.getToken().catch(() => undefined);
    return { ready: Promise.resolve(), update: () => {}, unmount: () => Promise.resolve() };
  },
});

/** The browser as it is before each test, this many pixels wide. */
export function resetBrowser(): { width: number } {
  const browser = { width: 1400 };
  localStorage.clear();
  mounted.clear();
  left.length = 0;
  TestSocket.opened = [];
  for (const call of Object.values(calls)) call.mockReset();
  for (const call of [calls.settings, calls.agentStatus, calls.setAgentStatus, calls.logout])
    call.mockResolvedValue({});
  calls.paymentCheck.mockResolvedValue({ has_payment_error: false, payment_settings_url: null });
  Object.assign(globalThis, { WebSocket: TestSocket });
  window.matchMedia = ((query: string) => {
    const least = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return Object.assign(new EventTarget(), { matches: browser.width >= least, media: query });
  }) as typeof window.matchMedia;
  return browser;
}

export interface Opening {
  user?: Partial<Profile>;
  load?: LoadPanel;
  panels?: readonly CatalogPanel[];
  settings?: Partial<InboxSettings>;
}

/** Opens the shell at a path as a signed-in agent. Returns how to take it away. */
export async function openShell(
  startShell: (options: StartOptions) => () => void,
  path: string,
  { user = {}, load = loadPanel, panels = testPanels, settings = {} }: Opening = {},
): Promise<() => void> {
  history.replaceState(null, '', path);
  saveAuthState(testAuth(user));
  calls.settings.mockResolvedValue(settingsAnswer(user, settings));
  const element = document.createElement('div');
  document.body.append(element);
  let stop = () => {};
  await act(async () => {
    stop = startShell({
      element,
      loadCatalog: async () => ({ panels, load }),
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
  });
  return stop;
}
