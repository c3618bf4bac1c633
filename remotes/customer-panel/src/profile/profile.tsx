import { mayAct, type Ticket, RUPEES, type CustomerAnalytics } from '@inbox/domain';
import { usePanelReady } from '@inbox/panel';
import { useAgentProfile } from '@inbox/panel/agent-profile';
import { Avatar, Button, EmptyState, ErrorState, lazyPart, preloadDialog, Skeleton } from '@inbox/ui';
import { useEffect, useState } from 'react';
import { messages } from '../messages';
import { CustomerName } from './customer-name';
import { breakable } from '../ui/breakable';
import { CopyButton } from '../ui/copy-button';
import type { CorrectDialogProps } from './correct-dialog';
import { OrderStats } from './figures/order-stats';
import { PastTickets } from './past-tickets/past-tickets';
import { Fields, Line, Who } from './profile-parts';
import { ProfileSkeleton } from './profile-skeleton';
import { useCustomer } from './use-customer';
import { usePastTickets } from './past-tickets/use-past-tickets';
import { formatMoney } from '@inbox/domain/conversation';

/** For store admins alone: others load none of it. */
const CustomerMenu = lazyPart(() => import('./data/customer-menu'));
const SamePerson = lazyPart(() => import('./same-person/same-person'));
const CorrectDialog = lazyPart(() => import('./correct-dialog'));

/** Who the customer is: name, money spent, how to reach them, how their orders went, and their other tickets. */
export function Profile({ ticket }: { ticket: Ticket }) {
  const found = useCustomer(ticket.conversation_id);
  const past = usePastTickets(ticket);
  const agent = useAgentProfile();
  const markReady = usePanelReady();
  const settled = found.state !== 'loading';
  useEffect(() => {
    if (settled) markReady();
  }, [settled, markReady]);
  // A customer who is left before they came is not waited for.
  useEffect(() => markReady, [markReady]);

  const mayCorrect =
    agent !== undefined && agent !== null && mayAct({ ...agent, id: agent.current_user_id }, ticket).allowed;

  if (found.state === 'loading') return <ProfileSkeleton mayCorrect={mayCorrect} past={past} />;
  if (found.state === 'failed') return <ErrorState text={found.message} onRetry={found.retry} />;
  if (found.state === 'unavailable') {
    return (
      <>
        <EmptyState title={messages.unavailable} />
        {mayCorrect && found.replace && (
          <Correct ticket={ticket} known={NOTHING_KNOWN} label={messages.correction.add} onSaved={found.replace} />
        )}
        <PastTickets past={past} />
      </>
    );
  }

  const { customer, figures, reload, replace } = found;
  const name = customer.name ?? ticket.full_name;
  const fields = [
    { label: messages.email, value: customer.email },
    { label: messages.phone, value: customer.phone },
    { label: messages.city, value: customer.city },
  ];
  return (
    <>
      <Who>
        <Avatar name={name} size={44} />
        <div>
          <CustomerName name={name} />
          {figures.state === 'loading' && (
            <Line>
              <Skeleton width="40%" />
            </Line>
          )}
          {figures.state === 'here' && figures.analytics && <small>{spentText(figures.analytics)}</small>}
        </div>
        {agent?.is_store_admin && <CustomerMenu ticket={ticket} name={name} />}
      </Who>
      <Fields>
        {fields.map(
          ({ label, value }) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{breakable(value)}</bdi>
                  <CopyButton field={label} value={value} />
                </dd>
              </div>
            ),
        )}
      </Fields>
      {mayCorrect && (
        <Correct
          ticket={ticket}
          known={{
            full_name: name,
            email: customer.email ?? '',
            phone: customer.phone ?? '',
            city: customer.city ?? '',
          }}
          label={messages.correction.button}
          onSaved={replace}
        />
      )}
      <OrderStats figures={figures} onRetry={reload} />
      {agent?.is_store_admin && <SamePerson ticket={ticket} name={name} />}
      <PastTickets past={past} />
    </>
  );
}

const NOTHING_KNOWN = { full_name: '', email: '', phone: '', city: '' };

interface CorrectProps extends Pick<CorrectDialogProps, 'ticket' | 'known' | 'onSaved'> {
  label: string;
}

function preload(): void {
  preloadDialog();
  CorrectDialog.preload();
}

/** The button with the dialog that it opens. */
function Correct({ label, ...dialog }: CorrectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onPointerEnter={preload} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <CorrectDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns the money spent in words, each currency by itself: amounts of several currencies have no common sum. */
export function spentText({ spent, total_spent }: CustomerAnalytics): string {
  // An older server sends rupees alone.
  const sums = spent ?? [{ amount: total_spent, currency: RUPEES }];
  const [first] = sums;
  if (first === undefined) return messages.nothingSpent;
  const paid = sums.filter(({ amount }) => amount !== 0);
  return messages.spent(
    (paid.length > 0 ? paid : [first]).map(({ amount, currency }) => formatMoney(amount, currency)),
  );
}
