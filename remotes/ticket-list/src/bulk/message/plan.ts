import type { Acting, Ticket, WhatsappTemplate } from '@inbox/domain';
import { maySendToMany, type ManyKind, type ManyRun } from '@inbox/domain/conversation';
import { messages } from './messages';

/** Whom a message goes to, and whom not and why. */
export interface Plan {
  to: readonly Ticket[];
  skipped: ManyRun['skipped'];
}

/**
 * What the rules say of these tickets at `now` (milliseconds). The server asks them again for each.
 * @param template the one that is sent; null for a message, and while none is chosen
 */
export function planOf(
  tickets: readonly Ticket[],
  acting: Acting,
  { kind, template, now }: { kind: ManyKind; template: WhatsappTemplate | null; now: number },
): Plan {
  const to: Ticket[] = [];
  const skipped: { ticket_id: Ticket['id']; reason: string }[] = [];
  for (const ticket of tickets) {
    const verdict = maySendToMany(acting, ticket, kind, now);
    const isOthers = template !== null && template.account_id !== ticket.conv_source_acc_id;
    if (verdict.allowed && !isOthers) to.push(ticket);
    else {
      const why = verdict.allowed ? 'other_account' : verdict.reason;
      skipped.push({ ticket_id: ticket.id, reason: messages.reasons[why] });
    }
  }
  return { to, skipped };
}

/** How many are skipped for each reason, most first. */
export function skipCounts(skipped: Plan['skipped']): [reason: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
