import type { Api, ChangeAnswer } from '@inbox/api';
import { agentName, type Agent, type AgentId, type BulkTarget } from '@inbox/domain';
import { messages } from '../messages';

/** Milliseconds that 5,000 tickets may take on a busy server. */
export const BULK_TIMEOUT_MS = 180_000;

/** What is done with many tickets. */
export type BulkAction = { kind: 'assign'; agent: Agent } | { kind: 'close' } | { kind: 'unread' };

/** One request; `ref` names it, so that the same one made again finishes what was begun. */
export function carryOut(api: Api, action: BulkAction, target: BulkTarget, ref: string): Promise<ChangeAnswer> {
  const options = { timeoutMs: BULK_TIMEOUT_MS };
  const chosen = { ticket_ids: [], ...target, ref };
  switch (action.kind) {
    case 'assign':
      return api.transfer({ body: { ...chosen, transfer_to: action.agent.id } }, options);
    case 'close':
      return api.setStatus({ body: { ...chosen, status: 'closed', send_csat: false } }, options);
    case 'unread':
      return api.markManyUnread({ body: chosen }, options);
  }
}

/** What a toast says when nothing failed (spec section 8). */
export function doneText(action: BulkAction, target: BulkTarget, self: AgentId | null): string {
  const { done, oneDone } = messages.bulk;
  const [only, ...others] = 'ticket_ids' in target ? target.ticket_ids : [];
  const one = others.length === 0 ? only : undefined;
  if (action.kind === 'close') return one === undefined ? done.close : oneDone.close(one);
  if (action.kind === 'unread') return one === undefined ? done.unread : oneDone.unread(one);
  const name = agentName(action.agent);
  if (one === undefined) return done.assign(name);
  return action.agent.id === self ? oneDone.assignMe(one) : oneDone.assign(one, name);
}
