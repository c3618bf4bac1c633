import type { Agent, Profile } from '@inbox/domain';
import type { ComponentType } from 'react';
import { messages } from '../messages';

/** What an entry opens. */
export type AddScreen = ComponentType<{
  agents: readonly Agent[];
  onClose(): void;
  /** Opens it once more, also when it is closed by then. */
  onReopen(): void;
}>;

export interface AddEntry {
  /** The panel's action of its description that does the same. */
  action: string;
  label: string;
  /** Given: not everybody may (spec section 6). */
  isOffered?(profile: Profile): boolean;
  /** It stands in the list's place; left out: it is a dialog of its own. */
  place?: 'list';
  /** Its code, which comes when it is first opened. */
  load(): Promise<{ default: AddScreen }>;
}

export const COMPOSE = {
  action: 'compose_email',
  label: messages.add.compose,
  isOffered: ({ email_accounts }) => email_accounts.length > 0,
  load: () => import('./compose/compose-dialog'),
} as const satisfies AddEntry;

/** The add menu of spec section 2, in its order: one line for each entry. */
export const addEntries = [
  {
    action: 'send_template',
    label: messages.add.sendTemplate,
    place: 'list',
    load: () => import('./template/template-mode'),
  },
  { action: 'new_ticket', label: messages.add.newTicket, load: () => import('./new-ticket/new-ticket-dialog') },
  COMPOSE,
] as const satisfies readonly AddEntry[];

export type AddAction = (typeof addEntries)[number]['action'];
