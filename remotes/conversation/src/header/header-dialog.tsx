import { lazyPart } from '@inbox/ui';
import type { Ticket } from '@inbox/domain';
import type { TicketActions } from './use-ticket-actions';

/** Small ones, in one file: each file of its own is a line in the panel's entry. */
const FollowUpDialog = lazyPart(() => import(/* webpackChunkName: "dialogs" */ './follow-up-dialog'));
const SubscribersDialog = lazyPart(() => import(/* webpackChunkName: "dialogs" */ './subscribers/subscribers-dialog'));
const LinkDialog = lazyPart(() => import(/* webpackChunkName: "dialogs" */ './link-dialog'));

export type HeaderDialogName = 'follow-up' | 'subscribers' | 'link';

interface HeaderDialogProps {
  /** Null, or another's name: none of these. */
  shown: HeaderDialogName | 'assign' | null;
  ticket: Ticket;
  clockOffset: number;
  actions: TicketActions;
  onClose(): void;
}

/** What the header asks in a dialog; each is loaded when it is first opened. */
export function HeaderDialog({ shown, ticket, clockOffset, actions, onClose }: HeaderDialogProps) {
  return (
    <>
      {shown === 'follow-up' && (
        <FollowUpDialog ticket={ticket} clockOffset={clockOffset} onChoose={actions.followUp} onClose={onClose} />
      )}
      {shown === 'subscribers' && (
        <SubscribersDialog ticket={ticket} busy={actions.busy} onChange={actions.subscribe} onClose={onClose} />
      )}
      {shown === 'link' && (
        <LinkDialog onLink={actions.link} onRefused={(text) => actions.toast('error', text)} onClose={onClose} />
      )}
    </>
  );
}
