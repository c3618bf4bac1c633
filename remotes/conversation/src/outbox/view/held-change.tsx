import { agentName, type Ticket } from '@inbox/domain';
import { Button } from '@inbox/ui';
import { changeMessages } from './change-messages';
import { messages } from '../../messages';
import { useAgents, useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { MessageText } from '../../ui/message-text';
import type { WaitingChange } from '../ticket-change';
import { HeldBox, Sides } from './held-box';

/** A change whose ticket is not as its agent saw it: both beside each other, to decide by. */
export function HeldChange({ waiting }: { waiting: WaitingChange }) {
  const { changes } = useAgentWorkspace();
  const { met } = waiting;
  const { title, both, yours, anyway } = changeMessages.held;
  if (met === null) return null;
  return (
    <HeldBox role="alertdialog" aria-label={title}>
      <h3>{title}</h3>
      <Sides tabIndex={0} role="group" aria-label={both}>
        <div>
          <h4 dir="auto">{met.full_name}</h4>
          {waiting.change.kind === 'assign' ? <OwnerNow ticket={met} /> : <Written ticket={met} />}
        </div>
        <div>
          <h4>{yours}</h4>
          <p dir="auto">{changeMessages.what(waiting.change)}</p>
        </div>
      </Sides>
      <footer>
        <Button onClick={() => changes.discard(waiting.id)}>{messages.discard}</Button>
        <Button variant="primary" onClick={() => changes.doAnyway(waiting.id)}>
          {anyway}
        </Button>
      </footer>
    </HeldBox>
  );
}

/** What the customer has written; in the thread above, when it is not the newest message. */
function Written({ ticket: { last_message } }: { ticket: Ticket }) {
  return (
    <>
      <p>{changeMessages.held.wrote}</p>
      {last_message?.actor === 'customer' && <MessageText text={last_message.message} />}
    </>
  );
}

function OwnerNow({ ticket: { owner_id } }: { ticket: Ticket }) {
  const { agents } = useAgents();
  const { nobody, owner } = changeMessages.held;
  const found = agents?.find(({ id }) => id === owner_id);
  return <p dir="auto">{owner_id === null ? nobody : owner(found ? agentName(found) : '')}</p>;
}
