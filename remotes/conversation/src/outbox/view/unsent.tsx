import type { Outgoing, TicketId } from '@inbox/domain';
import { whyWaits } from '@inbox/domain/conversation';
import { useTicketLink } from '@inbox/panel';
import { Button, color, styled } from '@inbox/ui';
import { changeMessages, outboxMessages } from './change-messages';
import { messages } from '../../messages';
import type { WaitingChange } from '../ticket-change';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { replyMessages } from '../../reply-messages';
import { HeldChange } from './held-change';
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
  & li > span[data-buttons] {
    display: flex;
    gap: 8px;
    margin-inline-start: auto;
  }
  & li > p {
    flex: 1;
    min-inline-size: 120px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const WAITING = { ...changeMessages.waiting, offline: messages.changes.wait };
const waitingText = (waiting: WaitingChange['waiting'], busy = false) =>
  WAITING[waiting === 'server' && busy ? 'busy' : (waiting ?? 'behind')];

const summary = ({ message, attachments }: Outgoing) =>
  [message, ...attachments.map(({ file_name }) => file_name)].filter((part) => part !== '').join(' · ');

interface UnsentProps {
  ticketId: TicketId;
  /** Replies that do not leave by themselves at once. */
  replies: readonly Outgoing[];
  changes: readonly WaitingChange[];
}

/** What is held back of the open ticket, beside what holds it; and a list of all else. */
export default function Unsent({ ticketId, replies, changes }: UnsentProps) {
  const heldReplies = replies.filter(({ ticket_id, newer }) => ticket_id === ticketId && newer.length > 0);
  const heldChanges = changes.filter(({ ticket_id, met }) => ticket_id === ticketId && met !== null);
  return (
    <>
      {heldReplies.map((entry) => (
        <HeldReply key={entry.temp_id} outgoing={entry} />
      ))}
      {heldChanges.map((entry) => (
        <HeldChange key={entry.id} waiting={entry} />
      ))}
      <Listed
        ticketId={ticketId}
        replies={replies.filter((entry) => !heldReplies.includes(entry))}
        changes={changes.filter((entry) => !heldChanges.includes(entry))}
      />
    </>
  );
}

function Listed({ ticketId, replies, changes: asked }: UnsentProps) {
  const { sender, changes } = useAgentWorkspace();
  const { retry, discard } = outboxMessages;
  /** The first of a conversation tells why; the others are behind it. */
  const whyNot = ({ conversation_id }: Outgoing) => {
    const first = replies.find((entry) => entry.conversation_id === conversation_id && whyWaits(entry) !== null);
    return (first && whyWaits(first)) ?? 'server';
  };
  const titles = [
    ...(replies.length > 0 ? [outboxMessages.title(replies.length)] : []),
    ...(asked.length > 0 ? [changeMessages.title(asked.length)] : []),
  ];
  if (titles.length === 0) return null;
  return (
    <Box>
      <summary>{titles.join(' · ')}</summary>
      <ul>
        {replies.map((entry) => (
          <li key={entry.temp_id}>
            <TicketName id={entry.ticket_id} isHere={entry.ticket_id === ticketId} />
            <p dir="auto">{summary(entry)}</p>
            <small>{entry.refused ?? replyMessages.waiting[whyNot(entry)]}</small>
            <span data-buttons>
              {entry.newer.length === 0 && (entry.refused !== null || whyNot(entry) !== 'change') && (
                <Button
                  size="small"
                  aria-label={retry(summary(entry))}
                  onClick={() => (entry.refused === null ? sender.wake(true) : sender.again(entry.temp_id))}
                >
                  {messages.retry}
                </Button>
              )}
              <Button size="small" aria-label={discard(summary(entry))} onClick={() => sender.discard(entry.temp_id)}>
                {messages.discard}
              </Button>
            </span>
          </li>
        ))}
        {asked.map(({ id, ticket_id, change, waiting, busy, refused, met }) => (
          <li key={id}>
            <TicketName id={ticket_id} isHere={ticket_id === ticketId} />
            <p dir="auto">{changeMessages.what(change)}</p>
            <small>{refused ?? (met === null ? waitingText(waiting, busy) : changeMessages.met)}</small>
            <span data-buttons>
              {met === null && (
                <Button
                  size="small"
                  aria-label={changeMessages.now(changeMessages.what(change))}
                  onClick={() => (refused === null ? changes.wake(true) : changes.again(id))}
                >
                  {messages.retry}
                </Button>
              )}
              <Button
                size="small"
                aria-label={discard(changeMessages.what(change))}
                onClick={() => changes.discard(id)}
              >
                {messages.discard}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function TicketName({ id, isHere }: { id: TicketId; isHere: boolean }) {
  const linkTo = useTicketLink();
  return isHere ? <span>#{id}</span> : <a {...linkTo(id)}>#{id}</a>;
}
