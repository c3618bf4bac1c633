import type { Email } from 'postal-mime';
import { field, groupsOf, partsOf, reasonOf, recipientsOf, reportedIds, returnedId, typed } from './fields';
import type { MailReport } from './mail-report';

/** What is worse comes first: a report of several recipients is about those whom it went worst for. */
const ACTIONS: readonly [action: RegExp, kind: MailReport['kind']][] = [
  [/^failed/i, 'bounce'],
  [/^delayed/i, 'delayed'],
  // To a server that reports no more, or to the members of a list.
  [/^(?:delivered|relayed|expanded)/i, 'delivered'],
];

/** Reads a delivery status notification (RFC 3464) by recipient and action; null when it is none. */
export function readDeliveryStatus(email: Email): MailReport | null {
  // Some servers send the explanation, too, as such a part.
  const groups = partsOf(email, 'message/delivery-status', 'message/global-delivery-status')
    .flatMap((text) => groupsOf(text))
    .filter((group) => field(group, 'final-recipient') !== undefined || field(group, 'action') !== undefined);
  for (const [action, kind] of ACTIONS) {
    const told = groups.filter((group) => action.test(field(group, 'action') ?? ''));
    const [first] = told;
    if (first === undefined) continue;
    return {
      kind,
      messageIds: reportedIds(email, returnedId(email)),
      recipients: recipientsOf(told.map(recipientOf)),
      reason:
        kind === 'delivered' ? undefined : reasonOf(typed(field(first, 'diagnostic-code')) ?? field(first, 'status')),
    };
  }
  return null;
}

/** The address that the mail was sent to, which may lead to the final one. */
function recipientOf(group: string): string | undefined {
  const original = typed(field(group, 'original-recipient'));
  return original?.includes('@') === true ? original : typed(field(group, 'final-recipient'));
}
