import { formatMessageTime, type ContentItem, type ScheduledMail, type Ticket } from '@inbox/domain';
import { mayChangeScheduled } from '@inbox/domain/conversation';
import { Button, color, styled, TOUCH } from '@inbox/ui';
import { CalendarClock, TriangleAlert } from 'lucide-react';
import { actingAs, useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { messages } from './messages';
import { useChangeScheduled } from './use-change-scheduled';

const List = styled.ul`
  flex: none;
  max-block-size: 30%;
  overflow-y: auto;
  margin: 0;
  padding: 0;
  list-style: none;
  border-block-start: 1px solid ${color.line};
  background: ${color.accentSurface};
  font-size: 13px;

  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 6px 16px;
  }
  & li[data-failed] {
    background: ${color.warningSurface};
  }
  & svg {
    flex: none;
  }
  & > li > div {
    flex: 1;
    min-inline-size: 200px;
  }
  & > li > span {
    display: flex;
    gap: 8px;
  }
  & p {
    overflow: hidden;
    color: ${color.text2};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  ${TOUCH} {
    & button {
      min-block-size: 44px;
    }
  }
`;

interface ScheduledListProps {
  ticket: Ticket;
  clockOffset: number;
  items: readonly ContentItem[];
  list: readonly ScheduledMail[];
  onChanged(): void;
}

/** Each with its time; its writer and a store admin may change it and call it off. */
export default function ScheduledList({ ticket, clockOffset, items, list, onChanged }: ScheduledListProps) {
  const { profile } = useAgentWorkspace();
  const { edit, callOff, busy } = useChangeScheduled(ticket, items, onChanged);
  const isMine = (mail: ScheduledMail) => mayChangeScheduled(actingAs(profile), mail);
  return (
    <List aria-label={messages.list}>
      {list.map((mail) => {
        const { temp_id, failed, agent_name, subject, beginning, to } = mail;
        const what = [messages.to(to.join(', ')), subject, beginning].filter(Boolean).join(' · ');
        const time = formatMessageTime(new Date(new Date(mail.send_at).getTime() - clockOffset));
        return (
          <li key={temp_id} data-failed={failed !== null || undefined}>
            {failed === null ? <CalendarClock size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
            <div>
              <b>{failed === null ? messages.when(time) : messages.notSent(failed)}</b> {messages.by(agent_name)}
              <p dir="auto">{what}</p>
            </div>
            {isMine(mail) && (
              <span>
                <Button
                  size="small"
                  aria-label={messages.editLabel(what)}
                  disabled={busy}
                  onClick={() => void edit(mail)}
                >
                  {messages.edit}
                </Button>
                <Button
                  size="small"
                  aria-label={failed === null ? messages.callOffLabel(what) : messages.removeLabel(what)}
                  disabled={busy}
                  onClick={() => void callOff(mail)}
                >
                  {failed === null ? messages.callOff : messages.remove}
                </Button>
              </span>
            )}
          </li>
        );
      })}
    </List>
  );
}
