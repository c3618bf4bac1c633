import type { Ticket, TicketId } from '@inbox/domain';
import { useTicketLink } from '@inbox/panel';
import { color, IconButton, StatusChip, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { SectionFailure } from '../sections/section-failure';
import { SectionSkeleton } from '../sections/section-skeleton';
import { useMayAct } from '../ticket/use-may-act';
import { AddLink } from './add-link';
import { messages } from './messages';
import { useLinkActions } from './use-link-actions';
import { useLinkedTickets } from './use-linked-tickets';

const Quiet = styled.p`
  color: ${color.text3};
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  gap: 4px;
  margin-inline: -8px;

  & > a {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    min-block-size: 32px;
    padding: 4px 8px;
    border-radius: 6px;
    color: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  & > a:hover {
    background: ${color.accentSurface};
  }
  & > a > b {
    font-weight: 400;
    color: ${color.accent};
  }
  & > a > bdi {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** The tickets that belong together with this one. */
export const LinkedTickets = ({ ticket }: { ticket: Ticket }) => <TicketLinks key={ticket.id} ticket={ticket} />;

function TicketLinks({ ticket }: { ticket: Ticket }) {
  const shown = useLinkedTickets(ticket);
  const actions = useLinkActions(ticket);
  const mayChange = useMayAct(ticket);
  const linkTo = useTicketLink();
  const section = useRef<HTMLDivElement>(null);
  if (shown.state === 'loading') return <SectionSkeleton />;
  if (shown.state === 'failed') return <SectionFailure {...shown} />;
  const { tickets } = shown;

  const remove = async (id: TicketId) => {
    // The button goes with its row; whoever uses the keyboard goes on from the next one, or from the field.
    const at = tickets.findIndex((one) => one.id === id);
    const next = tickets[at + 1] ?? tickets[at - 1];
    if (!(await actions.remove(id))) return;
    const button = next && section.current?.querySelector<HTMLElement>(`[data-linked="${next.id}"] button`);
    (button ?? section.current?.querySelector('input'))?.focus();
  };
  return (
    <div ref={section}>
      {tickets.length === 0 ? (
        <Quiet>{messages.none}</Quiet>
      ) : (
        <ul aria-label={messages.list}>
          {tickets.map(({ id, status, full_name }) => (
            <Row key={id} data-linked={id}>
              <a {...linkTo(id)}>
                <b>#{id}</b>
                <StatusChip status={status} />
                <bdi>{full_name}</bdi>
              </a>
              {mayChange && (
                <IconButton
                  size="small"
                  label={messages.unlink(id)}
                  disabled={actions.isRemoving}
                  onClick={() => void remove(id)}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              )}
            </Row>
          ))}
        </ul>
      )}
      {mayChange ? (
        <AddLink
          isAdding={actions.isAdding}
          refused={actions.refused}
          onAdd={actions.add}
          onType={actions.forgetRefusal}
        />
      ) : (
        <Quiet>{messages.notOwner}</Quiet>
      )}
    </div>
  );
}
