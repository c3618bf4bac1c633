import type { Outgoing } from '@inbox/domain';
import { Button, color, styled } from '@inbox/ui';
import { messages } from '../../messages';
import { MessageText } from '../../parts/message-text';
import { useMailDrawer } from '../../parts/mail-drawer';
import { backToDraft } from '../../session/back-to-draft';
import { useAgentSession } from '../../parts/agent-session-context';

const Box = styled.section`
  flex: none;
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 10px 16px;
  border-block-start: 1px solid ${color.line};
  background: ${color.warningSurface};

  & h3 {
    font-size: 13px;
    color: ${color.warning};
  }
  & footer {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: flex-end;
  }
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr));
  gap: 8px;
  max-block-size: 180px;
  overflow-y: auto;

  & > div {
    padding: 8px 10px;
    border-radius: 8px;
    background: ${color.surface};
    overflow-wrap: anywhere;
  }
  & h4 {
    font-size: 12px;
    color: ${color.text2};
  }
`;

/** A reply that its writer made without having seen a colleague's: both beside each other, to decide by. */
export function HeldReply({ outgoing }: { outgoing: Outgoing }) {
  const { sender, draftsOf } = useAgentSession();
  const openMail = useMailDrawer();
  const { temp_id, message, attachments, newer } = outgoing;
  const edit = () => {
    backToDraft(draftsOf(outgoing), outgoing);
    sender.discard(temp_id);
    if (outgoing.mail) openMail?.(outgoing.mail.kind, null);
  };
  return (
    <Box role="alertdialog" aria-label={messages.held.title}>
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
    </Box>
  );
}

const nameOf = (by: { first_name: string; last_name: string } | null): string =>
  by ? `${by.first_name} ${by.last_name}`.trim() : messages.merchant;
