import { privacyCalls } from '@inbox/api/privacy';
import type { Ticket } from '@inbox/domain';
import { isNameTyped } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, color, Dialog, Field, styled } from '@inbox/ui';
import { useId, useState } from 'react';
import { messages as panelMessages } from '../../../messages';
import { messages } from './messages';

const Text = styled.p`
  margin-block-end: 12px;
  overflow-wrap: anywhere;
`;

const Wrong = styled.p`
  margin-block-start: 4px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.bad};
`;

interface EraseDialogProps {
  ticket: Ticket;
  name: string;
  onClose(): void;
}

/** Says what will go, and has the name typed before it does. */
export function EraseDialog({ ticket, name, onClose }: EraseDialogProps) {
  const { api, toast } = usePanel();
  // What was asked about is what is erased: a colleague's correction meanwhile changes neither text nor question.
  const [asked] = useState(name);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [isErasing, setErasing] = useState(false);
  const id = useId();

  async function erase(): Promise<void> {
    if (isErasing) return;
    if (!isNameTyped(typed, asked)) return setWrong(messages.otherName);
    setWrong(null);
    setErasing(true);
    try {
      const params = { conversation_id: ticket.conversation_id };
      const { tickets } = await api.call(privacyCalls.eraseCustomer, { params, body: { name: typed } });
      toast('success', messages.erased(tickets));
      onClose();
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
      setErasing(false);
    }
  }

  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      onSubmit={() => void erase()}
      actions={
        <>
          <Button onClick={onClose}>{panelMessages.cancel}</Button>
          <Button type="submit" variant="primary" aria-disabled={isErasing}>
            {isErasing ? messages.erasing : messages.confirm}
          </Button>
        </>
      }
    >
      <Text>{messages.text(asked)}</Text>
      <Field>
        {messages.type(asked)}
        <input
          autoComplete="off"
          dir="auto"
          spellCheck={false}
          value={typed}
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : id}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {wrong !== null && (
        <Wrong id={id} role="alert">
          {wrong}
        </Wrong>
      )}
    </Dialog>
  );
}
