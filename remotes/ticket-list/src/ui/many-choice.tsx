import { color, isComposing, styled, TOUCH } from '@inbox/ui';
import { useCombobox } from '@inbox/ui/combobox';
import { Check, X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { filterMessages } from '../filter-messages';
import { Group } from './choice';

/** The choices open below the field, which may be at the end of what is in view. */
const reveal = (list: HTMLElement | null): void => list?.scrollIntoView?.({ block: 'nearest' });

/** As many as are drawn at once; more are found by typing. */
const SHOWN = 100;

const Box = styled.div`
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface};

  &:focus-within {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
`;

const Chosen = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  padding: 4px 4px 0;

  & button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    max-inline-size: 100%;
    min-block-size: 24px;
    ${TOUCH} {
      min-block-size: 44px;
    }
    padding: 0 4px 0 8px;
    border: 0;
    border-radius: 5px;
    background: ${color.accentSurface};
    font-size: 12px;
    cursor: pointer;
  }
  && button {
    color: ${color.accent};
  }
  & li,
  & span {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Input = styled.input`
  inline-size: 100%;
  block-size: 32px;
  ${TOUCH} {
    block-size: 44px;
  }
  padding: 0 10px;
  border: 0;
  border-radius: 8px;
  background: transparent;

  &&:focus-visible {
    outline: none;
  }
  &::placeholder {
    color: ${color.text3};
    opacity: 1;
  }
`;

const List = styled.ul`
  position: relative;
  max-block-size: 180px;
  overflow-y: auto;
  padding: 4px;
  border-block-start: 1px solid ${color.line};
`;

const Item = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-block-size: 28px;
  ${TOUCH} {
    min-block-size: 44px;
  }
  padding: 2px 8px;
  border-radius: 5px;
  cursor: pointer;
  overflow-wrap: anywhere;

  &:hover,
  &[data-active] {
    background: ${color.accentSurface};
  }
  &[aria-selected='true'] {
    font-weight: 500;
    color: ${color.accent};
  }
`;

const Hint = styled.p`
  padding: 6px 10px;
  border-block-start: 1px solid ${color.line};
  font-size: 12px;
  color: ${color.text3};
`;

interface ManyChoiceProps<V> {
  label: string;
  /** Stands in the box while nothing is chosen. */
  placeholder: string;
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange(chosen: V[]): void;
  /** Why there is nothing to choose from. */
  empty: string;
  /**
   * The choice that a typed text is besides the options, with the words that offer it; null for none. Given, commas part
   * choices, and what is typed when the field is left is taken: it is not lost.
   */
  newOption?: (text: string) => { value: V; label: string } | null;
}

/**
 * Any number of many, found by typing: one stop for Tab, arrows move, Enter takes or drops, Backspace drops the newest,
 * Escape closes the choices.
 */
export function ManyChoice<V extends string | number>(props: ManyChoiceProps<V>) {
  const { label, placeholder, options, chosen, onChange, empty, newOption } = props;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');

  const wanted = text.trim().toLocaleLowerCase();
  const known = options.filter((option) => option.label.toLocaleLowerCase().includes(wanted)).slice(0, SHOWN);
  const made = newOption?.(text) ?? null;
  const found = made === null || options.some(({ value }) => value === made.value) ? known : [...known, made];
  const nameOf = (value: V) => options.find((option) => option.value === value)?.label ?? String(value);

  const toggle = (value: V) => {
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
    setText('');
  };
  /** Takes what is typed, up to the last comma or all of it. */
  const take = (typed: string, isLeaving: boolean) => {
    const parts = typed.split(',');
    const rest = isLeaving ? '' : (parts.pop() ?? '');
    const values = parts.flatMap((part) => newOption?.(part)?.value ?? []);
    setText(rest);
    if (values.length > 0) onChange([...new Set([...chosen, ...values])]);
  };
  const combobox = useCombobox({
    options: found,
    isOpen: open,
    query: text,
    onChoose: ({ value }) => toggle(value),
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    stopsAtEnds: true,
    isMultiple: true,
  });
  const { inputProps, listProps, optionProps, isShown } = combobox;
  const onKeyDown = (event: KeyboardEvent) => {
    if (combobox.onKeyDown(event) || isComposing(event)) return;
    if (event.key === 'Backspace' && text === '') onChange(chosen.slice(0, -1));
  };

  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setOpen(false);
    if (newOption && text !== '') take(text, true);
  };

  return (
    <Group>
      <legend>{label}</legend>
      <Box onBlur={onBlur}>
        {chosen.length > 0 && (
          <Chosen>
            {chosen.map((value) => (
              <li key={value}>
                <button
                  type="button"
                  aria-label={filterMessages.drop(nameOf(value))}
                  onClick={() => onChange(chosen.filter((one) => one !== value))}
                >
                  <span dir="auto">{nameOf(value)}</span>
                  <X size={12} aria-hidden />
                </button>
              </li>
            ))}
          </Chosen>
        )}
        <Input
          {...inputProps}
          aria-label={label}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={(event) => {
            if (newOption) take(event.target.value, false);
            else setText(event.target.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {isShown && (
          <List ref={reveal} {...listProps} aria-label={label} aria-multiselectable>
            {found.map((option, index) => (
              <Item key={option.value} {...optionProps(index, chosen.includes(option.value))}>
                <span dir="auto">{option.label}</span>
                {chosen.includes(option.value) && <Check size={14} aria-hidden />}
              </Item>
            ))}
          </List>
        )}
        {open && found.length === 0 && <Hint role="status">{options.length === 0 ? empty : filterMessages.none}</Hint>}
      </Box>
    </Group>
  );
}
