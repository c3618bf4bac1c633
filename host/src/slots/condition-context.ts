import type { InboxSettings, Profile, TicketId } from '@inbox/domain';
import type { ConditionContext } from '@inbox/panel/description';
import { createStore, type ReadableStore } from '@inbox/panel/store';

interface CircumstancesDeps {
  /** The ticket that the address names. */
  ticket: ReadableStore<TicketId | null>;
  user: ReadableStore<Profile>;
  /** Null while they are not known. */
  inboxSettings: ReadableStore<InboxSettings | null>;
}

/** A store admin is told by a flag, and by a name like the others in what panels ask for. */
const permissionsOf = ({ user_permissions, is_store_admin }: Profile): readonly string[] =>
  is_store_admin ? [...user_permissions, 'store_admin'] : user_permissions;

/** What the conditions in panels' descriptions are checked against, now and whenever it changes. */
export function createConditionContext({
  ticket,
  user,
  inboxSettings,
}: CircumstancesDeps): ReadableStore<ConditionContext> {
  const now = (): ConditionContext => ({
    ticketIsOpen: ticket.get() !== null,
    permissions: permissionsOf(user.get()),
    settings: inboxSettings.get(),
  });
  const conditionContext = createStore(now());
  for (const store of [ticket, user, inboxSettings]) store.subscribe(() => conditionContext.set(now()));
  return conditionContext;
}
