import { agentName, type Agent, type AgentId, type Ticket } from '@inbox/domain';
import { maySubscribe } from '@inbox/domain/conversation';
import { Avatar, Button, color, Dialog, Field, IconButton, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../../messages';
import { dialogMessages } from '../dialog-messages';
import { actingAs, useAgents, useAgentWorkspace } from '../../workspace/agent-workspace-context';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  margin-block-end: 12px;

  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 40px;
    border-block-end: 1px solid ${color.line};
  }
  & > li > span:nth-of-type(2) {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;
const None = styled.p`
  margin-block-end: 12px;
  color: ${color.text2};
`;
const AddRow = styled.div`
  display: flex;
  align-items: end;
  gap: 8px;

  & > label {
    flex: 1;
  }
`;

interface SubscribersDialogProps {
  ticket: Ticket;
  busy: boolean;
  onChange(agent: AgentId, subscribed: boolean): Promise<boolean>;
  onClose(): void;
}

/** Who is told of the ticket beside its owner, by name. The owner adds and removes; anyone may follow, and stop to. */
export default function SubscribersDialog({ ticket, busy, onChange, onClose }: SubscribersDialogProps) {
  const { profile } = useAgentWorkspace();
  const { agents } = useAgents();
  const acting = actingAs(profile);
  const [chosen, setChosen] = useState<Agent | null>(null);
  const nameOf = (id: AgentId) => {
    const agent = agents?.find((one) => one.id === id);
    return agent ? agentName(agent) : dialogMessages.formerAgent;
  };
  const others = (agents ?? []).filter(
    (agent) => !ticket.subscribers.includes(agent.id) && maySubscribe(acting, ticket, agent.id).allowed,
  );

  const add = async () => {
    if (chosen && !busy && (await onChange(chosen.id, true))) setChosen(null);
  };

  return (
    <Dialog
      title={messages.subscribers}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={<Button onClick={onClose}>{dialogMessages.done}</Button>}
    >
      {ticket.subscribers.length === 0 ? (
        <None>{dialogMessages.noSubscribers}</None>
      ) : (
        <List>
          {ticket.subscribers.map((id) => (
            <li key={id}>
              <Avatar name={nameOf(id)} size={24} />
              <span dir="auto">{nameOf(id)}</span>
              {maySubscribe(acting, ticket, id).allowed && (
                <IconButton
                  label={dialogMessages.removeSubscriber(nameOf(id))}
                  size="small"
                  aria-disabled={busy}
                  onClick={() => void (busy || onChange(id, false))}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </List>
      )}
      {others.length > 0 && (
        <AddRow>
          <Field>
            {dialogMessages.addSubscriber}
            <select
              value={chosen?.id ?? ''}
              onChange={(event) => setChosen(others.find(({ id }) => String(id) === event.target.value) ?? null)}
            >
              <option value="">{dialogMessages.chooseAgent}</option>
              {others.map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {agentName(agent)}
                </option>
              ))}
            </select>
          </Field>
          <Button type="submit" disabled={!chosen || busy}>
            {messages.add}
          </Button>
        </AddRow>
      )}
    </Dialog>
  );
}
