import type { Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Avatar, color, IconButton, styled } from '@inbox/ui';
import { ArrowLeft, X } from 'lucide-react';
import { messages as panelMessages } from '../../messages';
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
/** Whose ticket it was, without anything to be done with it. */
export default function ErasedHeader({ ticket }: { ticket: Ticket }) {
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
