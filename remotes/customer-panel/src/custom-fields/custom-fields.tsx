import type { Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Button, color, styled } from '@inbox/ui';
import { SectionFailure } from '../sections/section-failure';
import { SectionSkeleton } from '../sections/section-skeleton';
import { useMayAct } from '../ticket/use-may-act';
import { FieldsForm } from './fields-form';
import { FieldsReadOnly } from './fields-read-only';
import { messages } from './messages';
import { useTicketFields } from './use-ticket-fields';

const Empty = styled.p`
  color: ${color.text2};

  & > button {
    min-block-size: 24px;
    padding: 0;
    color: ${color.accent};
    text-decoration: underline;
    white-space: normal;
    text-align: start;
  }
`;

/** What the merchant wants to know of the ticket (spec sections 3 and 5). */
export const CustomFields = ({ ticket }: { ticket: Ticket }) => <TicketFields key={ticket.id} ticket={ticket} />;

function TicketFields({ ticket }: { ticket: Ticket }) {
  const { navigate } = usePanel();
  const shown = useTicketFields(ticket);
  const mayChange = useMayAct(ticket);
  if (shown.state === 'loading') return <SectionSkeleton />;
  if (shown.state === 'failed') return <SectionFailure {...shown} />;
  const { fields, saved, reload } = shown;
  if (fields.length === 0) {
    return (
      <Empty>
        {messages.none} {messages.setUp[0]}
        <Button variant="quiet" size="small" onClick={() => navigate({ to: 'inbox-settings' })}>
          {messages.settings}
        </Button>
        {messages.setUp[1]}
      </Empty>
    );
  }
  if (!mayChange) return <FieldsReadOnly fields={fields} values={saved.values} />;
  return <FieldsForm ticket={ticket} fields={fields} saved={saved} reload={reload} />;
}
