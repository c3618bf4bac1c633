import { privacyCalls } from '@inbox/api/privacy';
import type { Ticket } from '@inbox/domain';
import { isNameTyped } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, Dialog, Field, FieldError, styled, useFieldErrors } from '@inbox/ui';
import { useState } from 'react';
import { messages as panelMessages } from '../../messages';
import { messages } from './messages';

const Text = styled.p`
  margin-block-end: 12px;
  overflow-wrap: anywhere;
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
  const errors = useFieldErrors<'name'>();
  const [isErasing, setErasing] = useState(false);

  async function erase(): Promise<void> {
    if (isErasing) return;
    if (!isNameTyped(typed, asked)) return errors.show({ name: messages.otherName });
    errors.show({});
    setErasing(true);
    try {
      const params = { conversation_id: ticket.conversation_id };
      const { tickets } = await api.call(privacyCalls.eraseCustomer, { params, body: { name: typed } });
      toast('success', messages.erased(tickets));
      onClose();
    } catch (error) {
      errors.show({ name: error instanceof Error ? error.message : String(error) });
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
          {...errors.input('name')}
          onChange={(event) => {
            setTyped(event.target.value);
            errors.clear('name');
          }}
        />
      </Field>
      {errors.of('name') !== undefined && <FieldError {...errors.error('name')}>{errors.of('name')}</FieldError>}
    </Dialog>
  );
}
