import type { AgentStatus, TicketId } from '@inbox/domain';
import type { PanelPorts } from '@inbox/panel/contract';
import type { PanelCommand } from '@inbox/panel/description';
import type { ReadableStore } from '@inbox/panel/store';
import type { CatalogPanel } from '@inbox/shell/panels';
import type { Inspector } from '../inspector/inspector';
import { inspectorMessages } from '../inspector/messages';
import { messages } from '../messages';
import { ticketOfSegment } from '../routing/routes';
import type { Slots } from '../slots/slots';
import { THEME_CHOICES, type ThemeKeeper } from '../config/theme-choice';
import { INSPECTOR_CHORD, SHEET_KEY } from './keys';
import { shortcutMessages as texts } from './messages';
import type { Overlay } from './overlay';
import type { PanelActions } from './panel-actions';

export interface Command {
  id: string;
  group: string;
  label: string;
  /** The single key that does the same. */
  key?: string | undefined;
  /** Keys that do the same together, also while single keys are off. */
  chord?: string | undefined;
  /** The key may be held down. */
  repeats?: boolean | undefined;
  run(): void;
}

const STATUSES = ['online', 'offline', 'break'] as const;

/** What commands are made of, and what they act on. */
export interface CommandDeps {
  panelActions: PanelActions;
  slots: Pick<Slots, 'panels' | 'all' | 'show'>;
  overlay: Overlay;
  navigate: PanelPorts['navigate'];
  /** The ticket that the address names. */
  ticket: ReadableStore<TicketId | null>;
  status: { current: ReadableStore<AgentStatus>; choose(status: AgentStatus): Promise<void> };
  theme: Pick<ThemeKeeper, 'choice' | 'choose'>;
  refresh(): void;
  dismissToasts(): void;
  signOut(): void;
  /** From when the shell's later parts are there. */
  inspector?: Inspector;
}

/** The main column's commands come first: they are about what the agent reads. */
const isMain = ({ description }: CatalogPanel) => description.slot === 'main';

/** What can be done now, in the order of the palette. */
export function commandsNow(deps: CommandDeps): Command[] {
  const { slots, panelActions, navigate, ticket, status, theme } = deps;
  const panels = slots.panels.get() ?? [];
  const inOrder = [...panels.filter(isMain), ...panels.filter((panel) => !isMain(panel))];
  return [
    ...inOrder.flatMap((panel) => panelCommands(panel, panelActions)),
    ...(ticket.get() === null
      ? []
      : [
          {
            id: 'all-tickets',
            group: texts.groups.tickets,
            label: texts.allTickets,
            run: () => navigate({ to: 'tickets' }),
          },
        ]),
    ...shellCommands(deps, panels),
    ...STATUSES.filter((choice) => choice !== status.current.get()).map((choice) => ({
      id: `status-${choice}`,
      group: texts.groups.status,
      label: texts.setStatus(messages.status.names[choice]),
      run: () => void status.choose(choice),
    })),
    ...THEME_CHOICES.filter((choice) => choice !== theme.choice.get()).map((choice) => ({
      id: `theme-${choice}`,
      group: texts.groups.appearance,
      label: texts.setTheme(messages.theme[choice]),
      run: () => theme.choose(choice),
    })),
    ...inspectorCommands(deps.inspector),
    { id: 'logout', group: texts.groups.status, label: texts.logout, run: deps.signOut },
  ];
}

/**
 * Says why a key does nothing now; null for a key that is no shortcut. `commandsNow` has no command of this key.
 */
export function refusalOf({ slots, ticket }: Pick<CommandDeps, 'slots' | 'ticket'>, key: string): string | null {
  for (const panel of slots.panels.get() ?? []) {
    const command = panel.description.commands?.find((one) => one.key === key);
    if (!command) continue;
    if (isMain(panel) && ticket.get() === null) return texts.openFirst(command.label);
    return command.unavailable ?? texts.unavailable(command.label);
  }
  // Without an open ticket the panels about it are not placed. Those that need a permission stay unnamed.
  const ofTicket = slots
    .all()
    .find(({ description: { toggle, when } }) => toggle?.key === key && when?.ticket === true && !when.permission);
  return ofTicket?.description.toggle && ticket.get() === null
    ? texts.openFirst(ofTicket.description.toggle.label)
    : null;
}

/** Nothing of it is in an agent's way, until somebody who builds panels turns it on. */
function inspectorCommands(inspector: Inspector | undefined): Command[] {
  if (!inspector) return [];
  const { group, open, turnOn, turnOff } = inspectorMessages;
  if (!inspector.on.get()) {
    return [{ id: 'inspector-on', group, label: turnOn, run: () => inspector.turn(true) }];
  }
  return [
    { id: 'inspector', group, label: open, chord: INSPECTOR_CHORD, run: inspector.toggle },
    { id: 'inspector-off', group, label: turnOff, run: () => inspector.turn(false) },
  ];
}

/** The way to a ticket whose number was typed, with # or without. */
export function ticketCommand(navigate: PanelPorts['navigate'], typed: string): Command | null {
  const ticket = ticketOfSegment(typed.trim().replace(/^#/, ''));
  if (ticket === null) return null;
  return {
    id: 'go-to-ticket',
    group: texts.groups.tickets,
    label: texts.goToTicket(String(ticket)),
    run: () => navigate({ to: 'ticket', id: ticket }),
  };
}

function panelCommands({ name, description }: CatalogPanel, { offered, act }: PanelActions): Command[] {
  const now = offered(name);
  return (description.commands ?? [])
    .filter(({ action }) => now.includes(action))
    .map(({ action, label, key, repeats }: PanelCommand) => ({
      id: `${name}-${action}`,
      group: description.title,
      label,
      key,
      repeats,
      run: () => act(name, action),
    }));
}

function shellCommands({ overlay, slots, refresh, dismissToasts }: CommandDeps, panels: readonly CatalogPanel[]) {
  const group = texts.groups.inbox;
  return [
    { id: 'refresh', group, label: texts.refresh, run: refresh },
    ...panels.flatMap(({ name, description: { toggle } }): Command[] =>
      toggle ? [{ id: name, group, label: toggle.label, key: toggle.key, run: () => slots.show(name, 'toggle') }] : [],
    ),
    { id: 'dismiss', group, label: texts.dismissToasts, run: dismissToasts },
    { id: 'sign-in', group, label: messages.signIn, run: () => void overlay.show('sign-in') },
    { id: 'sheet', group, label: texts.sheet, key: SHEET_KEY, run: () => void overlay.show('sheet') },
  ];
}
