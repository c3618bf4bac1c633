import type { TicketId } from '@inbox/domain';
import { typedTicket } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, color, Field, styled } from '@inbox/ui';
import { useId, useRef, useState, type FormEvent } from 'react';
import { messages as panelMessages } from '../messages';
import type { FailureWords } from '../sections/section-failure';
import { messages } from './messages';

const Form = styled.form`
  display: flex;
  align-items: flex-end;
  gap: 8px;
  margin-block-start: 12px;

  & > label {
    flex: 1;
  }
`;

const Wrong = styled.p`
  margin-block-start: 4px;
  font-size: 12px;
  color: ${color.bad};
  overflow-wrap: anywhere;
`;

interface AddLinkProps {
  isAdding: boolean;
  refused: FailureWords | null;
  onAdd(other: TicketId): Promise<boolean>;
  onType(): void;
}

/** Links with another ticket, by its number (spec section 8, Linking). */
export function AddLink({ isAdding, refused, onAdd, onType }: AddLinkProps) {
  const { toast } = usePanel();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrongId = useId();

  const fail = () => {
    setWrong(true);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isAdding) return;
    const typed = typedTicket(text);
    if (typed.kind !== 'ticket') {
      toast('error', typed.kind === 'none' ? messages.enter : messages.linkFailed);
      return fail();
    }
    if (!(await onAdd(typed.id))) return fail();
    // What was typed meanwhile is the next one.
    setText((now) => (now === text ? '' : now));
    field.current?.focus();
  };
  return (
    <>
      <Form noValidate onSubmit={(event) => void submit(event)}>
        <Field>
          {messages.ticketId}
          <input
            ref={field}
            inputMode="numeric"
            autoComplete="off"
            placeholder={messages.enter}
            value={text}
            aria-invalid={isWrong}
            aria-describedby={refused ? wrongId : undefined}
            onChange={(event) => {
              setText(event.target.value);
              setWrong(false);
              onType();
            }}
          />
        </Field>
        <Button type="submit" disabled={isAdding}>
          {isAdding ? messages.adding : messages.add}
        </Button>
      </Form>
      {refused && <Wrong id={wrongId}>{panelMessages.failedWith(refused.message, refused.status)}</Wrong>}
    </>
  );
}
