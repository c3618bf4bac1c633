import type { FieldValuesAnswer } from '@inbox/api';
import type { CustomField, Ticket } from '@inbox/domain';
import { missingFields, visibleFields } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { Button, color, styled } from '@inbox/ui';
import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { openChanges, shownValues, theirs, withChange, withoutChange } from './draft';
import { FieldRow } from './field-row';
import { messages } from './messages';
import { useFieldDraft } from './use-field-draft';
import { useSaveFields } from './use-save-fields';

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: 12px;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  & > p {
    flex-basis: 100%;
    font-size: 12px;
    color: ${color.text2};
  }
`;

/** The field keeps the focus: what closes with it would move the button away under the pointer before the click. */
const stay = (event: MouseEvent) => event.preventDefault();

interface FieldsFormProps {
  ticket: Ticket;
  fields: readonly CustomField[];
  saved: FieldValuesAnswer;
  reload(): void;
}

/** The fields of one ticket, for who may change them. Keyed by the ticket. */
export function FieldsForm({ ticket, fields, saved, reload }: FieldsFormProps) {
  const { toast } = usePanel();
  const own = useFieldDraft(ticket.id, saved);
  const { draft } = own;
  const { isSaving, refused, changed, save } = useSaveFields({ ticket, fields, saved, draft: own, reload });
  /** Fields that were empty at the last attempt: one that shows up since has no error yet. */
  const [tried, setTried] = useState<readonly CustomField[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const values = shownValues(draft, saved.values);
  const missing = missingFields(fields, values);
  const isChanged = Object.keys(openChanges(draft, saved.values)).length > 0;

  /** What is typed in a field and not taken yet is taken when the field is left. */
  const takeTyped = () => {
    const field = form.current?.querySelector<HTMLElement>('input:focus');
    field?.blur();
    field?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    takeTyped();
    const empty = missingFields(fields, shownValues(own.latest(), saved.values));
    const [first] = empty;
    if (first !== undefined) {
      setTried(empty);
      toast('error', messages.missing(empty.map(({ field_name }) => field_name)));
      form.current?.querySelector<HTMLElement>(`[data-field="${first.id}"] :is(input, select)`)?.focus();
      return;
    }
    setTried([]);
    save();
  };
  return (
    <Form ref={form} noValidate onSubmit={submit}>
      {visibleFields(fields, values).map(({ field, depth }) => (
        <div key={field.id} data-field={field.id}>
          <FieldRow
            field={field}
            depth={depth}
            texts={values[field.id] ?? []}
            isInvalid={missing.includes(field) && tried.some(({ id }) => id === field.id)}
            refused={refused[field.id] ?? []}
            theirs={theirs(draft, saved.values, field)}
            onChange={(texts) => {
              own.set(withChange(draft, field, saved.values, texts));
              changed(field.id);
            }}
            onTakeTheirs={() => {
              own.set(withoutChange(draft, field.id));
              changed(field.id);
            }}
          />
        </div>
      ))}
      <Foot>
        {isChanged && !isSaving && <p>{messages.unsaved}</p>}
        <Button type="submit" variant="primary" disabled={isSaving} onMouseDown={stay}>
          {isSaving ? messages.updating : messages.update}
        </Button>
        {isChanged && !isSaving && (
          <Button
            onMouseDown={stay}
            onClick={() => {
              own.set({});
              setTried([]);
            }}
          >
            {messages.discard}
          </Button>
        )}
      </Foot>
    </Form>
  );
}
