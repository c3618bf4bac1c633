import { type Outgoing, type TicketId } from '@inbox/domain';
import { useTicketLink } from '@inbox/panel';
import { Button, color, styled } from '@inbox/ui';
import { useSyncExternalStore } from 'react';
import { messages } from '../../messages';
import { useAgentSession } from '../../parts/agent-session-context';
import { replyMessages } from '../../reply-messages';
import { HeldReply } from './held-reply';

const Box = styled.details`
  flex: none;
  max-block-size: 40%;
  overflow-y: auto;
  padding: 6px 16px;
  border-block-start: 1px solid ${color.line};
  background: ${color.warningSurface};
  font-size: 13px;

  & > summary {
    color: ${color.warning};
    font-weight: 500;
    cursor: pointer;
  }
  & > ul {
    margin: 0;
    padding: 4px 0;
    list-style: none;
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding-block: 4px;
  }
  & li > a {
    padding: 4px 8px;
  }
  & li > p {
    flex: 1;
    min-inline-size: 120px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const summary = ({ message, attachments }: Outgoing) =>
  [message, ...attachments.map(({ file_name }) => file_name)].filter((part) => part !== '').join(' · ');

/** What this browser has not sent, of all tickets; and what is held back of the open one, beside what holds it. */
export function OutboxView({ ticketId }: { ticketId: TicketId }) {
  const linkTo = useTicketLink();
  const { sender } = useAgentSession();
  const stuck = useSyncExternalStore(sender.subscribe, sender.stuck);
  const isHere = ({ ticket_id, newer }: Outgoing) => ticket_id === ticketId && newer.length > 0;
  const waiting = stuck.filter((entry) => !isHere(entry));
  return (
    <>
      {stuck.filter(isHere).map((entry) => (
        <HeldReply key={entry.temp_id} outgoing={entry} />
      ))}
      {waiting.length > 0 && (
        <Box>
          <summary>{messages.outbox.title(waiting.length)}</summary>
          <ul>
            {waiting.map((entry) => (
              <li key={entry.temp_id}>
                {entry.ticket_id === ticketId ? (
                  <span>#{entry.ticket_id}</span>
                ) : (
                  <a {...linkTo(entry.ticket_id)}>#{entry.ticket_id}</a>
                )}
                <p dir="auto">{summary(entry)}</p>
                <small>{entry.refused ?? replyMessages.waiting[entry.waiting ?? 'server']}</small>
                {entry.newer.length === 0 && (
                  <Button
                    size="small"
                    aria-label={messages.outbox.retry(summary(entry))}
                    onClick={() => (entry.refused === null ? sender.wake(true) : sender.again(entry.temp_id))}
                  >
                    {messages.retry}
                  </Button>
                )}
                <Button
                  size="small"
                  aria-label={messages.outbox.discard(summary(entry))}
                  onClick={() => sender.discard(entry.temp_id)}
                >
                  {messages.discard}
                </Button>
              </li>
            ))}
          </ul>
        </Box>
      )}
    </>
  );
}
