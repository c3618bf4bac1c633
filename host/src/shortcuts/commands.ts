import { CONVERSATION_ACTIONS, LIST_ACTIONS, type ConversationAction, type ListAction } from '@inbox/events';
import { messages } from '../messages';
import { ticketOfSegment } from '../routing/routes';
import type { Shell } from '../shell';
import { THEME_CHOICES } from '../theme/theme-choice';
import { CONVERSATION_KEYS, LIST_KEYS, SHELL_KEYS } from './keys';
import { shortcutMessages as texts } from './messages';

export interface Command {
  id: string;
  group: string;
  label: string;
  /** The single key that does the same. */
  key?: string | undefined;
  run(): void;
}

/** What the panels say that they can do now, and how they are asked to. */
export interface PanelActions {
  list: readonly ListAction[];
  conversation: readonly ConversationAction[];
  actInList(action: ListAction): void;
  actInConversation(action: ConversationAction): void;
}

const STATUSES = ['online', 'offline', 'break'] as const;

type Parts = Pick<
  Shell,
  'overlay' | 'places' | 'ports' | 'refresher' | 'signOut' | 'status' | 'theme' | 'ticket' | 'toasts'
>;

/** What can be done now, in the order of the palette. */
export function commandsNow(shell: Parts, actions: PanelActions): Command[] {
  return [
    ...conversationCommands(actions),
    ...listCommands(shell, actions),
    ...shellCommands(shell),
    ...STATUSES.filter((status) => status !== shell.status.current.get()).map((status) => ({
      id: `status-${status}`,
      group: texts.groups.status,
      label: texts.setStatus(messages.status.names[status]),
      run: () => void shell.status.choose(status),
    })),
    ...THEME_CHOICES.filter((choice) => choice !== shell.theme.choice.get()).map((choice) => ({
      id: `theme-${choice}`,
      group: texts.groups.appearance,
      label: texts.setTheme(messages.theme[choice]),
      run: () => shell.theme.choose(choice),
    })),
    { id: 'logout', group: texts.groups.status, label: texts.logout, run: () => void shell.signOut() },
  ];
}

/** The way to a ticket whose number was typed, with # or without. */
export function ticketCommand({ ports }: Pick<Shell, 'ports'>, typed: string): Command | null {
  const ticket = ticketOfSegment(typed.trim().replace(/^#/, ''));
  if (ticket === null) return null;
  return {
    id: 'go-to-ticket',
    group: texts.groups.tickets,
    label: texts.goToTicket(String(ticket)),
    run: () => ports.navigate({ to: 'ticket', id: ticket }),
  };
}

function conversationCommands({ conversation, actInConversation }: PanelActions): Command[] {
  return CONVERSATION_ACTIONS.filter((action) => conversation.includes(action)).map((action) => ({
    id: `conversation-${action}`,
    group: texts.groups.conversation,
    label: texts.conversation[action],
    key: CONVERSATION_KEYS[action],
    run: () => actInConversation(action),
  }));
}

function listCommands({ ports, ticket }: Parts, { list, actInList }: PanelActions): Command[] {
  const asked: Command[] = LIST_ACTIONS.filter((action) => list.includes(action)).map((action) => ({
    id: `list-${action}`,
    group: texts.groups.tickets,
    label: texts.list[action],
    key: LIST_KEYS[action],
    run: () => actInList(action),
  }));
  if (ticket.get() === null) return asked;
  const back = { id: 'all-tickets', group: texts.groups.tickets, label: texts.allTickets };
  return [...asked, { ...back, run: () => ports.navigate({ to: 'tickets' }) }];
}

function shellCommands({ overlay, places, refresher, ticket, toasts }: Parts): Command[] {
  const group = texts.groups.inbox;
  const open = ticket.get() !== null;
  const refresh = { id: 'refresh', group, label: texts.refresh, run: () => void refresher.press() };
  const details = { id: 'details', group, label: texts.details, key: SHELL_KEYS.details };
  const quickReplies = { id: 'quick-replies', group, label: texts.quickReplies, key: SHELL_KEYS.quickReplies };
  const sheet = { id: 'sheet', group, label: texts.sheet, key: SHELL_KEYS.sheet };
  return [
    refresh,
    ...(open
      ? [
          { ...details, run: () => places.show('customer-panel', 'toggle') },
          { ...quickReplies, run: () => places.show('quick-replies', 'toggle') },
        ]
      : []),
    { id: 'dismiss', group, label: texts.dismissToasts, run: toasts.dismissAll },
    { ...sheet, run: () => void overlay.show('sheet') },
  ];
}
