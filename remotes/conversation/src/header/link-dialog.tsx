import type { TicketId } from '@inbox/domain';
import { typedTicket } from '@inbox/domain/conversation';
import { Button, Dialog, Field } from '@inbox/ui';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { dialogMessages } from './dialog-messages';

interface LinkDialogProps {
  /** Answers whether it was done; tells by itself what came of it. */
  onLink(other: TicketId): Promise<boolean>;
  /** The field holds no ticket's number: tells what is wrong. */
  onRefused(text: string): void;
  onClose(): void;
}

/** Links the open ticket with another one, by its number (spec section 8, Linking). */
export default function LinkDialog({ onLink, onRefused, onClose }: LinkDialogProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const add = async () => {
    if (busy) return;
    const other = typedTicket(text);
    if (other.kind !== 'ticket') {
      setWrong(true);
      field.current?.focus();
      return onRefused(other.kind === 'none' ? dialogMessages.enterTicketId : messages.linkFailed);
    }
    setBusy(true);
    if (await onLink(other.id)) return onClose();
    setBusy(false);
    setWrong(true);
    field.current?.focus();
  };

  return (
    <Dialog
      title={messages.addLink}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? dialogMessages.adding : messages.add}
          </Button>
        </>
      }
    >
      <Field>
        {dialogMessages.ticketId}
        <input
          ref={field}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={wrong}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
      </Field>
    </Dialog>
  );
}
