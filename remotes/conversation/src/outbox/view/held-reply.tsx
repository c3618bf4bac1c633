import type { Outgoing } from '@inbox/domain';
import { Button } from '@inbox/ui';
import { messages } from '../../messages';
import { HeldBox, Sides } from './held-box';
import { MessageText } from '../../ui/message-text';
import { useMailDrawer } from '../../mail-composer/open-mail-drawer';
import { backToDraft } from '../back-to-draft';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';

/** A reply that its writer made without having seen a colleague's: both beside each other, to decide by. */
export function HeldReply({ outgoing }: { outgoing: Outgoing }) {
  const { sender, draftsOf } = useAgentWorkspace();
  const openMail = useMailDrawer();
  const { temp_id, message, attachments, newer } = outgoing;
  const edit = () => {
    backToDraft(draftsOf(outgoing), outgoing);
    sender.discard(temp_id);
    if (outgoing.mail) openMail?.(outgoing.mail.kind, null);
  };
  return (
    <HeldBox role="alertdialog" aria-label={messages.held.title}>
      <h3>{messages.held.title}</h3>
      <Sides tabIndex={0} role="group" aria-label={messages.held.both}>
        {newer.map((item) =>
          item.content_type === 'log' ? null : (
            <div key={item.id}>
              <h4 dir="auto">{nameOf(item.message_sent_by)}</h4>
              <MessageText text={item.message} />
              {item.attachments.map(({ id, filename }) => (
                <small key={id} dir="auto">
                  {filename}
                </small>
              ))}
            </div>
          ),
        )}
        <div>
          <h4>{messages.held.yours}</h4>
          <MessageText text={message} />
          {attachments.map(({ id, file_name }) => (
            <small key={id} dir="auto">
              {file_name}
            </small>
          ))}
        </div>
      </Sides>
      <footer>
        <Button onClick={() => sender.discard(temp_id)}>{messages.discard}</Button>
        <Button onClick={edit}>{messages.held.edit}</Button>
        <Button variant="primary" onClick={() => sender.sendAnyway(temp_id)}>
          {messages.held.send}
        </Button>
      </footer>
    </HeldBox>
  );
}

const nameOf = (by: { first_name: string; last_name: string } | null): string =>
  by ? `${by.first_name} ${by.last_name}`.trim() : messages.merchant;
