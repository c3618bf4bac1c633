import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { isComposing } from '../keys/is-composing';

/** Options that PageUp and PageDown pass over. */
const PAGE = 8;

export interface ComboboxOptions<T> {
  options: readonly T[];
  /** Are they offered? With none of them nothing shows. */
  isOpen: boolean;
  /** What they answer: when it changes, the first of them is the active one again. */
  query: string;
  onChoose(option: T): void;
  /** Arrows open what is closed. Left out where something else decides. */
  onOpen?(): void;
  /** Escape closes. Left out where the key belongs to what is around. */
  onClose?(): void;
  /** No option is active until an arrow makes one so. */
  startsWithNone?: boolean;
  /** The arrows stop at the ends instead of going round them. */
  stopsAtEnds?: boolean;
  /** Choosing leaves the active option where it is, for the next one. */
  isMultiple?: boolean;
}

export interface Combobox {
  /** The index of the option that Enter chooses; -1 for none. */
  active: number;
  /** Is there an option to choose? */
  isShown: boolean;
  /** For the text field, which keeps the focus. */
  inputProps: FieldProps & { role: 'combobox'; 'aria-expanded': boolean };
  /** The same for a field of several lines, which cannot have the role. */
  textareaProps: FieldProps;
  /** For the text field. Returns true when the key was meant for the options: then nothing else is to come of it. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** For the element that holds the options. */
  listProps: { id: string; role: 'listbox' };
  /** For one option. `isSelected` says what is chosen, where that is not what is active. */
  optionProps(index: number, isSelected?: boolean): OptionProps;
}

interface FieldProps {
  'aria-autocomplete': 'list';
  'aria-controls': string | undefined;
  'aria-activedescendant': string | undefined;
}

interface OptionProps {
  id: string;
  role: 'option';
  'aria-selected': boolean;
  'data-active': true | undefined;
  onMouseDown(event: MouseEvent): void;
  onPointerMove(): void;
  onClick(): void;
}

/**
 * A text field with options that it offers (the combobox of the ARIA practices): the focus stays in the field, which names
 * the active option. Arrows, PageUp and PageDown move, Enter chooses, Escape closes; a pointer that moves over an option
 * makes it active. The field and the look of the options are the caller's.
 */
export function useCombobox<T>({
  options,
  isOpen,
  query,
  onChoose,
  onOpen,
  onClose,
  startsWithNone = false,
  stopsAtEnds = false,
  isMultiple = false,
}: ComboboxOptions<T>): Combobox {
  const id = useId();
  const first = startsWithNone ? -1 : 0;
  const [moved, setMoved] = useState({ query, to: first });
  const last = options.length - 1;
  const active = Math.min(moved.query === query ? moved.to : first, last);
  const isShown = isOpen && last >= 0;
  const optionId = (index: number) => `${id}-${index}`;

  const choose = (option: T) => {
    if (!isMultiple) setMoved({ query, to: first });
    onChoose(option);
  };

  const step = (key: string): number | undefined => {
    const round = (to: number, end: number) => (stopsAtEnds ? Math.min(Math.max(to, 0), last) : end);
    if (key === 'ArrowDown') return round(active + 1, active === last ? 0 : active + 1);
    if (key === 'ArrowUp') return round(active - 1, active <= 0 ? last : active - 1);
    if (key === 'PageDown') return Math.min(active + PAGE, last);
    if (key === 'PageUp') return Math.max(active - PAGE, 0);
    return undefined;
  };

  /** Whether the key was meant for the options. */
  const press = ({ key, currentTarget }: KeyboardEvent): boolean => {
    if (!isOpen) {
      if (!onOpen || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false;
      setMoved({ query, to: 0 });
      onOpen();
      return true;
    }
    const to = step(key);
    if (to !== undefined) {
      setMoved({ query, to: Math.max(to, 0) });
      optionIn(currentTarget, optionId(to))?.scrollIntoView?.({ block: 'nearest' });
      return true;
    }
    if (key === 'Enter') {
      const option = options[active];
      if (option !== undefined) choose(option);
      return true;
    }
    if (key !== 'Escape' || !onClose) return false;
    onClose();
    return true;
  };

  const textareaProps: FieldProps = {
    'aria-autocomplete': 'list',
    'aria-controls': isShown ? id : undefined,
    'aria-activedescendant': isShown && active >= 0 ? optionId(active) : undefined,
  };
  return {
    active,
    isShown,
    inputProps: { ...textareaProps, role: 'combobox', 'aria-expanded': isShown },
    textareaProps,
    onKeyDown(event) {
      if (isComposing(event) || !press(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    listProps: { id, role: 'listbox' },
    optionProps: (index, isSelected) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': isSelected ?? index === active,
      'data-active': index === active || undefined,
      // The field keeps the focus.
      onMouseDown: (event) => event.preventDefault(),
      onPointerMove: () => setMoved({ query, to: index }),
      onClick() {
        const option = options[index];
        if (option !== undefined) choose(option);
      },
    }),
  };
}

/** By its id, also where the page is inside a shadow root. */
function optionIn(field: Element, id: string): Element | null {
  const root = field.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
}
