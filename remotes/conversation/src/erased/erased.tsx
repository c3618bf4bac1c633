import type { IsoTime, Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Avatar, color, IconButton, styled } from '@inbox/ui';
import { format } from 'date-fns/format';
import { ArrowLeft, X } from 'lucide-react';
import { messages as panelMessages } from '../messages';
import { messages } from './messages';

const Bar = styled.header`
  flex: none;
  display: flex;
  align-items: center;
  gap: 12px;
  min-block-size: 68px;
  padding: 6px 12px 6px 16px;
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
  @media (max-width: 759px) {
    padding-inline: 8px;
  }
`;
const Names = styled.div`
  flex: 1;
  min-inline-size: 0;
  font-size: 12px;
  line-height: 18px;
  color: ${color.text2};

  & h2 {
    font-size: 16px;
    line-height: 24px;
    color: ${color.text};
  }
`;
const Back = styled.span`
  display: none;
  @media (max-width: 759px) {
    display: inline-flex;
  }
`;
const Leave = styled.span`
  display: inline-flex;
  @media (max-width: 759px) {
    display: none;
  }
`;
const Region = styled.section`
  flex: none;
  padding: 10px 16px 12px;
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};

  & p {
    padding: 8px 12px;
    border-radius: 8px;
    background: ${color.surface2};
    color: ${color.text2};
    text-align: center;
  }
`;

/** Whose ticket it was, without anything to be done with it. */
function ErasedHeader({ ticket }: { ticket: Ticket }) {
  const { navigate } = usePanel();
  const leave = () => navigate({ to: 'tickets' });
  return (
    <Bar>
      <Back>
        <IconButton label={panelMessages.toTickets} onClick={leave}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
      </Back>
      <Avatar name={ticket.full_name} source={ticket.conversation_source} />
      <Names>
        <h2>{ticket.full_name}</h2>
        {messages.ticket(ticket.id)}
      </Names>
      <Leave>
        <IconButton label={panelMessages.closeChat} onClick={leave}>
          <X size={18} aria-hidden />
        </IconButton>
      </Leave>
    </Bar>
  );
}

/** In the place of the reply box. */
function ErasedNote({ at }: { at: IsoTime }) {
  return (
    <Region aria-label={panelMessages.reply}>
      <p role="status">{messages.erased(format(at, 'd MMM yyyy'))}</p>
    </Region>
  );
}

export interface ErasedPartProps {
  ticket: Ticket;
  of: 'header' | 'note';
}

/** What an erased ticket has in the place of the header, and of the reply box: one chunk has both. */
export default function ErasedPart({ ticket, of }: ErasedPartProps) {
  if (of === 'header') return <ErasedHeader ticket={ticket} />;
  return ticket.erased_at === undefined ? null : <ErasedNote at={ticket.erased_at} />;
}

/** In the same chunk: nobody has use for it before there is an erased ticket. */
export { dropErased } from './drop-erased';
