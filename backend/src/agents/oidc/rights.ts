import { INBOX_PERMISSION } from '@inbox/domain';
import { QUICK_REPLIES_PERMISSION } from '@inbox/domain/conversation';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import type { GroupPermission, GroupRights } from './oidc-settings';

/** The columns of an agent that hold what they may do. */
export interface AgentRights {
  user_permissions: string[];
  can_assign_ticket_to_self: boolean;
  can_assign_ticket_to_other_agent: boolean;
  is_store_admin: boolean;
}

export const NO_RIGHTS: AgentRights = {
  user_permissions: [],
  can_assign_ticket_to_self: false,
  can_assign_ticket_to_other_agent: false,
  is_store_admin: false,
};

/** Of the permissions that the provider's groups decide, whether these groups give each. */
export function decidedBy(rights: GroupRights, groups: readonly string[]): ReadonlyMap<GroupPermission, boolean> {
  const decided = new Map([...rights.values()].flat().map((permission) => [permission, false]));
  for (const group of groups) for (const permission of rights.get(group) ?? []) decided.set(permission, true);
  return decided;
}

/** An agent's rights after a sign-in: those that groups decide come and go, all others stay as they are. */
export function applyGroups(before: AgentRights, decided: ReadonlyMap<GroupPermission, boolean>): AgentRights {
  const named: readonly (readonly [string, boolean | undefined])[] = [
    [INBOX_PERMISSION, decided.get('inbox')],
    [QUICK_REPLIES_PERMISSION, decided.get('quick-replies')],
    [OPERATIONS_PERMISSION, decided.get('operator')],
  ];
  const user_permissions = named.reduce((permissions, [permission, isGiven]) => {
    if (isGiven === undefined || permissions.includes(permission) === isGiven) return permissions;
    return isGiven ? [...permissions, permission] : permissions.filter((each) => each !== permission);
  }, before.user_permissions);
  return {
    user_permissions,
    can_assign_ticket_to_self: decided.get('assign-self') ?? before.can_assign_ticket_to_self,
    can_assign_ticket_to_other_agent: decided.get('assign-others') ?? before.can_assign_ticket_to_other_agent,
    is_store_admin: decided.get('store-admin') ?? before.is_store_admin,
  };
}
