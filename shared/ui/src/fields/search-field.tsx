import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { IconButton } from '../controls/buttons';
import { messages } from '../messages';
import { styled } from '../theme/styled';
import { color, TOUCH } from '../theme/tokens';
import { isComposing } from '../keys/is-composing';

const Field = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  flex: 1;
  min-inline-size: 0;
  block-size: 32px;
  padding-inline: 10px 2px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface2};
  color: ${color.text3};
  ${TOUCH} {
    block-size: 46px;
    padding-inline-end: 0;
  }

  &:focus-within {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  & input {
    flex: 1;
    align-self: stretch;
    min-inline-size: 0;
    border: 0;
    padding: 0;
    background: transparent;
    color: ${color.text};
  }
  & input:focus-visible {
    outline: none;
  }
  & input::placeholder {
    color: ${color.text3};
    opacity: 1;
  }
  & input::-webkit-search-cancel-button {
    display: none;
  }
`;

export interface SearchFieldProps {
  /** The accessible name and the placeholder. */
  label: string;
  value: string;
  onChange(value: string): void;
  /** Enter was pressed, or the search button, which stands there while `submitted` is not so. */
  onSubmit?(value: string): void;
  /** The text is what is searched for now. Left out: it is at every moment. */
  submitted?: boolean;
  /** The clear button or Escape; without it the text is emptied by `onChange`. */
  onClear?(): void;
  inputRef?: Ref<HTMLInputElement>;
}

export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  submitted = true,
  onClear,
  inputRef,
}: SearchFieldProps) {
  const clear = onClear ?? (() => onChange(''));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') onSubmit?.(value);
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      clear();
    }
  };
  return (
    <Field role="search">
      <Search size={16} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && !submitted && (
        <IconButton size="small" label={messages.search} onClick={() => onSubmit?.(value)}>
          <Search size={14} aria-hidden />
        </IconButton>
      )}
      {value !== '' && submitted && (
        <IconButton size="small" label={messages.clearSearch} onClick={clear}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </Field>
  );
}
