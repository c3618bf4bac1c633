import type { panelCalls } from '@inbox/api/panels';
import { WorkError } from '../platform/errors/errors';
import type { SignedIn } from '../agents/sessions/session';
import type { HttpDeps } from '../http/deps';
import { messages } from '../http/messages';
import type { Handlers } from '../http/serve-calls';

/** What pages tell of panels, and what operators do to them. */
export function panelHandlers({ panels }: Pick<HttpDeps, 'panels'>): Pick<Handlers, keyof typeof panelCalls> {
  return {
    reportHealth: ({ agent }, { body: { entries } }) => panels.reportHealth(agent.id, entries),
    panelOperations: async (who) => {
      checkOperator(who);
      return panels.operations();
    },
    changePanel: async (who, { body }) => {
      checkOperator(who);
      return panels.change(body, operatorName(who));
    },
  };
}

/** Panels are the same for all merchants, so no shop's admin may change them by that. */
function checkOperator({ mayOperatePanels }: SignedIn): void {
  if (!mayOperatePanels) throw new WorkError(403, messages.operatorsOnly, 'operators_only');
}

/** Agents of two shops may have the same name. */
const operatorName = ({ agent: { id, first_name, last_name } }: SignedIn): string =>
  `${`${first_name} ${last_name}`.trim()} (agent ${id})`;
