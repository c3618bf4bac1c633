import { MAX_FIELD_VALUE } from '@inbox/domain/conversation';
import { useCombobox } from '@inbox/ui/combobox';
import { useState } from 'react';
import { messages } from './messages';
import { Box, List, matching, reveal } from './option-list';
import type { CustomField } from '@inbox/domain';

/** What an input of a field has to show and to say. */
export interface FieldInputProps {
  field: CustomField;
  texts: readonly string[];
  onChange(texts: string[]): void;
  /** For the element that takes the focus. */
  control: {
    id: string;
    'aria-required': boolean;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  };
}

/** One text: typed, or one of the options that the field offers. */
export function TextInput({ field, texts, onChange, control }: FieldInputProps) {
  const [isOpen, setOpen] = useState(false);
  const text = texts[0] ?? '';
  const options = field.pre_defined_options.map(({ field_value }) => field_value);
  // What is chosen does not hide the others.
  const found = options.includes(text) ? matching(options, '') : matching(options, text);
  const combobox = useCombobox({
    options: found,
    isOpen: isOpen && found.length > 0,
    query: text,
    stopsAtEnds: true,
    startsWithNone: true,
    onChoose(option) {
      onChange([option]);
      setOpen(false);
    },
    onClose: () => setOpen(false),
    ...(found.length > 0 && { onOpen: () => setOpen(true) }),
  });
  const offers = options.length > 0;
  return (
    <Box data-invalid={control['aria-invalid'] || undefined}>
      <input
        {...control}
        {...(offers && combobox.inputProps)}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_FIELD_VALUE}
        value={text}
        onChange={(event) => {
          onChange(event.target.value === '' ? [] : [event.target.value]);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          // With no option active Enter submits, as in any text field.
          if (event.key === 'Enter' && combobox.active === -1) return;
          combobox.onKeyDown(event);
        }}
      />
      {offers && combobox.isShown && (
        <List ref={reveal} {...combobox.listProps} aria-label={messages.suggestions(field.field_name)}>
          {found.map((option, index) => (
            <li key={option} {...combobox.optionProps(index, option === text)}>
              <span dir="auto">{option}</span>
            </li>
          ))}
        </List>
      )}
    </Box>
  );
}

/** One of the field's options. */
export function SelectInput({ field, texts, onChange, control }: FieldInputProps) {
  const value = texts[0] ?? '';
  const options = field.pre_defined_options.map(({ field_value }) => field_value);
  return (
    <select
      {...control}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
    >
      <option value="">{messages.choose}</option>
      {value !== '' && !options.includes(value) && <option value={value}>{messages.gone(value)}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
