import type { CustomField } from '@inbox/domain';
import { Button, color, styled, TOUCH } from '@inbox/ui';
import { useId } from 'react';
import { ManyInput } from './many-input';
import { messages } from './messages';
import { TextInput, SelectInput } from './text-input';

const Row = styled.div`
  display: flex;
  flex-direction: column;
  gap: 4px;
  min-inline-size: 0;

  &[data-sub] {
    padding-inline-start: 10px;
    border-inline-start: 2px solid ${color.line};
  }
  & > label {
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
    overflow-wrap: anywhere;
  }
  & > label > i {
    font-style: normal;
    color: ${color.bad};
  }
  & > select {
    min-block-size: 32px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    inline-size: 100%;
    min-inline-size: 0;
    padding: 5px 10px;
    border: 1px solid ${color.lineStrong};
    border-radius: 8px;
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    text-overflow: ellipsis;
  }
  & > select[aria-invalid='true'] {
    border-color: ${color.bad};
  }
`;

const Note = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  font-size: 12px;
  overflow-wrap: anywhere;
  color: ${color.text2};

  &[data-wrong] {
    color: ${color.bad};
  }
  & > span {
    min-inline-size: 0;
  }
`;

/** Pixels for each level that a field hangs below another. */
const INDENT = 10;
const MOST_INDENTS = 3;

interface FieldRowProps {
  field: CustomField;
  depth: number;
  texts: readonly string[];
  isInvalid: boolean;
  /** What the server says of it. */
  refused: readonly string[];
  /** What a colleague has saved in it meanwhile. */
  theirs: readonly string[] | null;
  onChange(texts: string[]): void;
  onTakeTheirs(): void;
}

/** One field: its name, its input by kind, and what is wrong with it. */
export function FieldRow(props: FieldRowProps) {
  const { field, depth, texts, isInvalid, refused, theirs, onChange, onTakeTheirs } = props;
  const id = useId();
  const noteId = useId();
  const hasNote = refused.length > 0 || theirs !== null;
  const control = {
    id,
    'aria-required': field.is_required,
    'aria-invalid': isInvalid || refused.length > 0,
    'aria-describedby': hasNote ? noteId : undefined,
  };
  const Input = field.field_type === 'multiple_input' ? ManyInput : field.is_fixed_values ? SelectInput : TextInput;
  return (
    <Row
      data-sub={depth > 0 || undefined}
      style={{ marginInlineStart: Math.max(0, Math.min(depth, MOST_INDENTS) - 1) * INDENT }}
    >
      <label htmlFor={id}>
        <bdi>{field.field_name}</bdi>
        {field.is_required && <i aria-hidden> *</i>}
      </label>
      <Input field={field} texts={texts} onChange={onChange} control={control} />
      {hasNote && (
        <div id={noteId}>
          {refused.map((words) => (
            <Note key={words} data-wrong>
              {words}
            </Note>
          ))}
          {theirs !== null && (
            <Note>
              <span>{theirs.length === 0 ? messages.cleared : messages.changedTo(theirs.join(', '))}</span>
              <Button size="small" aria-label={messages.takeItOf(field.field_name)} onClick={onTakeTheirs}>
                {messages.takeIt}
              </Button>
            </Note>
          )}
        </div>
      )}
    </Row>
  );
}
