import { ApiError } from '@inbox/api';
import type { CorrectableField, Correction, Customer, Ticket } from '@inbox/domain';
import { CORRECTABLE, readCorrected } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, Dialog, Field, FieldError, styled, useFieldErrors } from '@inbox/ui';
import { useState, type ComponentProps } from 'react';
import { messages } from '../messages';

const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;

export type KnownTexts = Record<CorrectableField, string>;
type Errors = Partial<Record<CorrectableField, string>>;

const INPUTS: Record<CorrectableField, ComponentProps<'input'>> = {
  full_name: { dir: 'auto' },
  email: { type: 'email', dir: 'ltr', spellCheck: false },
  phone: { type: 'tel', dir: 'ltr' },
  city: { dir: 'auto' },
};

export interface CorrectDialogProps {
  ticket: Ticket;
  /** What is known now; empty for what is not. */
  known: KnownTexts;
  onSaved(customer: Customer): void;
  onClose(): void;
}

/** Corrects who the customer is. Only what was changed is sent, so that a colleague's change of another field stays. */
export default function CorrectDialog({ ticket, known, onSaved, onClose }: CorrectDialogProps) {
  const { api } = usePanel();
  const [before] = useState(known);
  const [texts, setTexts] = useState(known);
  const errors = useFieldErrors<CorrectableField>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  async function save(): Promise<void> {
    if (isSaving) return;
    const changed = CORRECTABLE.filter((field) => texts[field] !== before[field]);
    if (changed.length === 0) return onClose();
    const refused: Errors = {};
    for (const field of changed) {
      const read = readCorrected(field, texts[field]);
      if ('refused' in read) refused[field] = messages.correction.refused[read.refused];
    }
    errors.show(refused);
    setFailure(null);
    if (Object.keys(refused).length > 0) return;
    setSaving(true);
    try {
      const typed: Correction = Object.fromEntries(changed.map((field) => [field, texts[field]]));
      const params = { conversation_id: ticket.conversation_id };
      onSaved(await api.correctCustomer({ params, body: { ticket_id: ticket.id, ...typed } }));
      onClose();
    } catch (error) {
      const told = error instanceof ApiError ? error.details.fields : undefined;
      const inFields: Errors = Object.fromEntries(
        CORRECTABLE.flatMap((field) => (told?.[field]?.[0] === undefined ? [] : [[field, told[field][0]]])),
      );
      errors.show(inFields);
      if (Object.keys(inFields).length === 0) setFailure(error instanceof Error ? error.message : String(error));
      setSaving(false);
    }
  }

  return (
    <Dialog
      title={messages.correction.title}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="primary" aria-disabled={isSaving}>
            {isSaving ? messages.saving : messages.save}
          </Button>
        </>
      }
    >
      <Fields>
        {CORRECTABLE.map((field) => (
          <div key={field}>
            <Field>
              {messages.correction.labels[field]}
              <input
                autoComplete="off"
                value={texts[field]}
                onChange={(event) => {
                  setTexts({ ...texts, [field]: event.target.value });
                  errors.clear(field);
                  setFailure(null);
                }}
                {...errors.input(field)}
                {...INPUTS[field]}
              />
            </Field>
            {errors.of(field) !== undefined && <FieldError {...errors.error(field)}>{errors.of(field)}</FieldError>}
          </div>
        ))}
        {failure !== null && <FieldError role="alert">{failure}</FieldError>}
      </Fields>
    </Dialog>
  );
}
