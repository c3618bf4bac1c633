import { MAX_FIELD_VALUE } from '@inbox/domain/conversation';
import { color, isComposing, styled, TOUCH } from '@inbox/ui';
import { useCombobox } from '@inbox/ui/combobox';
import { Check, X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { FieldInputProps } from './text-input';
import { messages } from './messages';
import { Box, List, matching, reveal } from './option-list';

const Chosen = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  padding: 4px 4px 0;

  & > li {
    max-inline-size: 100%;
  }
  & button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    max-inline-size: 100%;
    min-block-size: 24px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    padding: 2px 4px 2px 8px;
    border: 0;
    border-radius: 5px;
    background: ${color.accentSurface};
    font-size: 12px;
    text-align: start;
    cursor: pointer;
  }
  && button {
    color: ${color.accent};
  }
  & span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & svg {
    flex: none;
  }
`;

const Hint = styled.p`
  padding: 6px 10px;
  border-block-start: 1px solid ${color.line};
  font-size: 12px;
  color: ${color.text3};
`;

/**
 * Any number of texts: of the options, and others too where the field is not bound to them. Enter takes or drops, Backspace
 * in an empty field drops the newest, Escape closes the options; what is typed when the field is left is taken.
 */
export function ManyInput({ field, texts, onChange, control }: FieldInputProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { is_fixed_values, field_name } = field;
  const options = field.pre_defined_options.map(({ field_value }) => field_value);
  const typed = text.trim();
  const found = matching(options, text);
  const isNew = !is_fixed_values && typed !== '' && !options.includes(typed) && !texts.includes(typed);
  const offered = isNew ? [typed, ...found] : found;

  const toggle = (value: string) => {
    onChange(texts.includes(value) ? texts.filter((one) => one !== value) : [...texts, value]);
    setText('');
  };
  const combobox = useCombobox({
    options: offered,
    isOpen: isOpen && offered.length > 0,
    query: text,
    onChoose: toggle,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    stopsAtEnds: true,
    isMultiple: true,
    // An Enter in an empty field submits.
    startsWithNone: typed === '',
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && combobox.active === -1) {
      // What is typed is no option: it is not submitted with the rest.
      if (typed !== '') event.preventDefault();
      return;
    }
    if (combobox.onKeyDown(event)) return;
    if (event.key === 'Backspace' && text === '' && texts.length > 0) onChange(texts.slice(0, -1));
  };
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setOpen(false);
    const option = options.find((one) => one.toLocaleLowerCase() === typed.toLocaleLowerCase());
    const taken = option ?? (isNew ? typed : undefined);
    if (taken !== undefined && !texts.includes(taken)) onChange([...texts, taken]);
    setText('');
  };

  return (
    <Box data-invalid={control['aria-invalid'] || undefined} onBlur={onBlur}>
      {texts.length > 0 && (
        <Chosen>
          {texts.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={messages.remove(value, field_name)}
                onClick={() => onChange(texts.filter((one) => one !== value))}
              >
                <span dir="auto">{is_fixed_values && !options.includes(value) ? messages.gone(value) : value}</span>
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </Chosen>
      )}
      <input
        {...control}
        {...combobox.inputProps}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_FIELD_VALUE}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {combobox.isShown && (
        <List ref={reveal} {...combobox.listProps} aria-label={messages.suggestions(field_name)} aria-multiselectable>
          {offered.map((option, index) => (
            <li key={option} {...combobox.optionProps(index, texts.includes(option))}>
              <span dir="auto">{isNew && option === typed ? messages.add(option) : option}</span>
              {texts.includes(option) && <Check size={14} aria-hidden />}
            </li>
          ))}
        </List>
      )}
      {isOpen && typed !== '' && offered.length === 0 && <Hint role="status">{messages.noMatch}</Hint>}
    </Box>
  );
}
