import type { Agent, Profile } from '@inbox/domain';
import type { ComponentType } from 'react';
import { messages } from '../../messages';

/** What an entry opens. */
export type AddScreen = ComponentType<{ agents: readonly Agent[]; onClose(): void }>;

export interface AddEntry {
  /** The panel's action of its description that does the same. */
  action: string;
  label: string;
  /** Given: not everybody may (spec section 6). */
  isOffered?(profile: Profile): boolean;
  /** Its code, which comes when it is first opened. */
  load(): Promise<{ default: AddScreen }>;
}

/** The add menu of spec section 2, in its order: one line for each entry. */
export const addEntries = [
  { action: 'new_ticket', label: messages.add.newTicket, load: () => import('./new-ticket/new-ticket-dialog') },
  {
    action: 'compose_email',
    label: messages.add.compose,
    isOffered: ({ email_accounts }) => email_accounts.length > 0,
    load: () => import('./compose/compose-dialog'),
  },
] as const satisfies readonly AddEntry[];

export type AddAction = (typeof addEntries)[number]['action'];
