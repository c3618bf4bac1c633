import type { InboxSettings, LiveEvent, Profile, Ticket, TicketId } from '@inbox/domain';
import {
  connectBus,
  createBus,
  type Bus,
  type BusClient,
  type BusFault,
  type CommandPayload,
  type Fill,
  type PanelAct,
  type StateValue,
  type Toast,
} from '@inbox/events';
import type { NavigationIntent, PanelModule, PanelPorts, PanelReport } from '../contract/contract';
import { createListeners } from '../state/store';
import { aProfile } from './builders';
import { createFakeBackend, type Answers, type CallLogEntry } from './fake-backend';

/** As much of a panel's module as its ports follow from. */
type PanelIdentity = Pick<PanelModule, 'name' | 'consumes' | 'produces'>;

export interface FakePortsOptions {
  /** The signed-in agent; null for nobody. */
  profile?: Profile | null;
  answers?: Answers;
  settings?: Partial<InboxSettings>;
  /** The ticket that the address names at the start. */
  open?: TicketId | null;
}

/** A panel's world with everything in it, and a record of what the panel did to it. */
export interface FakePorts {
  /** What `portsOf` hands to a panel; without `bus` it is mounted as in a page without a shell. */
  ports: PanelPorts;
  bus: Bus;
  /**
   * The world of one panel, with its own end of the bus, as the shell hands it out: what the panel does not declare is
   * refused.
   */
  portsOf(panel: PanelIdentity): PanelPorts;
  /** The host's own client of the bus. */
  shell: BusClient;
  /** A client for another party, a neighbouring panel for instance. */
  join(who: string): BusClient;
  /** Every call that reached the fake backend. */
  calls: CallLogEntry[];
  toasts: Toast[];
  navigations: NavigationIntent[];
  shown: CommandPayload<'panel.show'>[];
  sent: CommandPayload<'socket.send'>[];
  /** What the panel said over the socket of where the agent is; every open ticket does, so it stands apart. */
  present: CommandPayload<'socket.send'>['data'][];
  reports: PanelReport[];
  /** Faults of subscribers and handlers, and payloads that did not fit. */
  faults: BusFault[];
  /** Changes answers from here on. */
  answer(answers: Answers): void;
  /** The address names another ticket. */
  openTicket(id: TicketId | null): void;
  /** Plays the conversation panel: the open ticket as it knows it. Not for tests of that panel itself. */
  setCurrentTicket(ticket: Ticket | null, missing?: TicketId): void;
  /** Plays a panel `fixture` that fills extension points. Returns what it is made to do, as it comes. */
  fill(...fills: Omit<Fill, 'panel' | 'order'>[]): PanelAct[];
  /** The agent presses the button of the newest toast. */
  pressToast(): void;
  /** A server event arrives. */
  setSettings(changed: Partial<InboxSettings>): void;
  emitLive(event: LiveEvent): void;
  setConnection: ReturnType<typeof ownConnection>;
  /** Changes the profile of the signed-in agent. */
  setProfile(profile: Profile): void;
  signOut(): void;
}

const ownConnection = (shell: BusClient) => {
  const connection = shell.own('connection');
  connection.set({ state: 'live' });
  return connection.set;
};

const defaultSettings: InboxSettings = {
  redirect: false,
  redirect_url: null,
  dashboard_notification: null,
  inbox_enabled: true,
  disable_reason: null,
};

export function createFakePorts({
  profile = aProfile(),
  answers = {},
  settings = {},
  open = null,
}: FakePortsOptions = {}): FakePorts {
  const faults: BusFault[] = [];
  const bus = createBus((fault) => faults.push(fault));
  const shell = connectBus(bus.join('host'));
  const current: Answers = { ...answers };
  const calls: CallLogEntry[] = [];
  const toasts: Toast[] = [];
  const navigations: NavigationIntent[] = [];
  const shown: CommandPayload<'panel.show'>[] = [];
  const sent: CommandPayload<'socket.send'>[] = [];
  const present: CommandPayload<'socket.send'>['data'][] = [];
  const reports: PanelReport[] = [];
  const signedOut = createListeners();

  const session = shell.own('session');
  session.set(profile ? { signedIn: true, profile } : { signedIn: false });
  shell.own('agentStatus').set('online');
  const ownSettings = shell.own('settings');
  const setSettings = (changed: Partial<InboxSettings>) => ownSettings.set({ ...defaultSettings, ...changed });
  setSettings(settings);
  const ticketOpen = shell.own('ticket.open');
  ticketOpen.set({ id: open });
  shell.handle('toast', (toast) => void toasts.push(toast));
  shell.handle('panel.show', (payload) => void shown.push(payload));
  shell.handle('socket.send', (message) =>
    message.type === 'tickets.presence' ? void present.push(message.data) : void sent.push(message),
  );
  let ticketCurrent: { set(value: StateValue<'ticket.current'>): void } | undefined;

  return {
    bus,
    portsOf({ name, consumes, produces }) {
      return { ...this.ports, ...(this.ports.bus && { bus: bus.join(name, { consumes, produces }) }) };
    },
    shell,
    calls,
    toasts,
    navigations,
    shown,
    sent,
    present,
    reports,
    faults,
    join: (who) => connectBus(bus.join(who)),
    answer: (changed) => void Object.assign(current, changed),
    openTicket: (id) => ticketOpen.set({ id }),
    setCurrentTicket(ticket, missing) {
      ticketCurrent ??= connectBus(bus.join('neighbour')).own('ticket.current');
      ticketCurrent.set({ ticket, missing });
    },
    fill(...fills) {
      const acts: PanelAct[] = [];
      connectBus(bus.join('fixture')).handle('act.fixture', (act) => void acts.push(act));
      shell.own('extensions').set({ fills: fills.map((fill, order) => ({ ...fill, panel: 'fixture', order })) });
      return acts;
    },
    pressToast() {
      const action = toasts.at(-1)?.action;
      if (action === undefined) throw new Error('The newest toast has no button.');
      shell.emit('toast.acted', { id: action.id });
    },
    emitLive: (event) => shell.emit(`live.${event.type}`, event),
    setSettings,
    setConnection: ownConnection(shell),
    setProfile: (changed) => session.set({ signedIn: true, profile: changed }),
    signOut() {
      session.set({ signedIn: false });
      signedOut.notify();
    },
    ports: {
      auth: {
        getToken: () => Promise.resolve(profile ? 'jwt fake' : null),
        onSignedOut: signedOut.subscribe,
      },
      api: { baseUrl: '', transport: createFakeBackend(current, calls) },
      bus: bus.join('test'),
      navigate: (intent) => void navigations.push(intent),
      addressOf: (intent) => `/inbox/tickets${intent.to === 'ticket' ? `/${intent.id}` : ''}`,
      report: (entry) => void reports.push(entry),
    },
  };
}
