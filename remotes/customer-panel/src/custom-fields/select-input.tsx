import type { FieldInputProps } from './input-props';
import { messages } from './messages';

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
