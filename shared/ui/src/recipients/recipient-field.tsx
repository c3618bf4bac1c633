import type { EmailGroup } from '@inbox/domain';
import { isEmailAddress, readAddresses, suggestedGroups } from '@inbox/domain/conversation';
import { color, layer, layInTopLayer, styled, TOUCH, VisuallyHidden } from '@inbox/ui';
import { useCombobox } from '@inbox/ui/combobox';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../keys/is-composing';
import { messages } from './messages';

/** Milliseconds after the field has lost the focus (spec section 9). */
export const SUGGESTIONS_CLOSE_MS = 200;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  min-inline-size: 0;
  font-size: 12px;
  line-height: 16px;

  & > label {
    flex: none;
    min-inline-size: 24px;
    color: ${color.text3};
  }
  & ul {
    display: contents;
    list-style: none;
  }
  & li {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-inline-size: 0;
    max-inline-size: 100%;
    padding-inline-start: 8px;
    border: 1px solid ${color.line};
    border-radius: 6px;
    background: ${color.surface};
  }
  & li[data-other] {
    border-color: ${color.warning};
    background: ${color.warningSurface};
    color: ${color.warning};
  }
  /* A whole address, however long: half of one says nothing. */
  & li > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & li svg {
    flex: none;
  }
  & li > button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    padding: 0;
    border: 0;
    border-radius: 5px;
    background: transparent;
    color: inherit;
    cursor: pointer;
    ${TOUCH} {
      inline-size: 44px;
      block-size: 44px;
    }
  }
  & li > button:hover {
    background: ${color.surface2};
  }
  position: relative;
  & input {
    flex: 1 1 110px;
    min-inline-size: 0;
    block-size: 26px;
    ${TOUCH} {
      block-size: 44px;
    }
    padding: 0 4px;
    border: 0;
    background: transparent;
    color: ${color.text};
    font: inherit;
  }
  & input::placeholder {
    color: ${color.text3};
    opacity: 1;
  }
  & input[aria-invalid='true'] {
    color: ${color.bad};
  }
`;

const Wrong = styled.p`
  font-size: 12px;
  line-height: 16px;
  color: ${color.bad};
`;

const Groups = styled.ul`
  && {
    position: absolute;
    z-index: ${layer.overlay};
    inset-block-start: 100%;
    inset-inline: 0;
    display: block;
    max-block-size: 200px;
    margin: 0;
    padding: 4px;
    overflow-y: auto;
    border: 1px solid ${color.line};
    border-radius: 8px;
    background: ${color.surface};
    box-shadow: 0 4px 16px rgb(0 0 0 / 20%);
  }
  && > li {
    display: block;
    padding: 6px 8px;
    border: 0;
    border-radius: 6px;
    color: ${color.text};
    cursor: pointer;
    ${TOUCH} {
      min-block-size: 44px;
    }
  }
  && > li[data-active] {
    background: ${color.accentSurface};
    color: ${color.accent};
  }
  & b,
  & small {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

export interface RecipientFieldProps {
  label: string;
  addresses: readonly string[];
  /** Offered by what is typed last. Left out where there are none to offer. */
  groups?: readonly EmailGroup[] | undefined;
  isRequired?: boolean;
  /** A dialog begins here. */
  isFirst?: boolean;
  /** Said of an address that is not what one expects; null of any other. */
  doubtOf?(address: string): string | null;
  onAdd(addresses: readonly string[]): void;
  onRemove(address: string): void;
  /** Told whether something is typed that is no address. */
  onWrong(isWrong: boolean): void;
}

/**
 * The addresses of one field as chips, each with a way to remove it, and a box to add more: by Enter, a comma or leaving
 * it, one or several at once, or a group by its name.
 */
export function RecipientField({
  label,
  addresses,
  groups,
  isRequired = false,
  isFirst = false,
  doubtOf,
  onAdd,
  onRemove,
  onWrong,
}: RecipientFieldProps) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [id, hint] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const suggestions = useSuggestions();

  const sayWrong = (found: string | null) => {
    setWrong(found);
    onWrong(found !== null);
  };
  const type = (typed: string) => {
    setText(typed);
    sayWrong(null);
    suggestions.open();
  };
  const take = () => {
    const read = readAddresses(text);
    if (read.addresses.length > 0) onAdd(read.addresses);
    setText(read.wrong.join(', '));
    sayWrong(read.wrong[0] ?? null);
  };
  const choose = ({ email_ids }: EmailGroup) => {
    onAdd([...readAddresses(text).addresses, ...email_ids]);
    setText('');
    sayWrong(null);
  };
  const options = groups === undefined ? [] : suggestedGroups(groups, text);
  const combobox = useCombobox({
    options,
    isOpen: suggestions.isOpen && options.length > 0,
    query: text,
    onChoose: choose,
    onClose: suggestions.close,
    // An address that is typed to its end is meant itself.
    startsWithNone: isEmailAddress(text.trim()),
  });
  const remove = (address: string) => {
    onRemove(address);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const isAdding = event.key === ',' || event.key === ';' || (event.key === 'Enter' && combobox.active < 0);
    if (!isAdding && combobox.onKeyDown(event)) return;
    if (isAdding || event.key === 'Enter') {
      event.preventDefault();
      take();
    } else if (event.key === 'Backspace' && text === '') {
      list.current?.querySelector<HTMLElement>('li:last-child > button')?.focus();
    }
  };
  const onChipKeyDown = (event: KeyboardEvent, address: string) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return;
    event.preventDefault();
    remove(address);
  };
  return (
    <>
      <Row>
        <label htmlFor={id}>{label}</label>
        <ul ref={list} aria-label={label}>
          {addresses.map((address) => {
            const doubt = doubtOf?.(address) ?? null;
            return (
              <li key={address} data-other={doubt !== null || undefined}>
                {doubt !== null && <TriangleAlert size={12} aria-hidden />}
                <span dir="auto">{address}</span>
                {doubt !== null && <VisuallyHidden>{doubt}</VisuallyHidden>}
                <button
                  type="button"
                  aria-label={messages.remove(address, label)}
                  onClick={() => remove(address)}
                  onKeyDown={(event) => onChipKeyDown(event, address)}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          maxLength={5_000}
          placeholder={messages.add}
          value={text}
          aria-describedby={hint}
          aria-invalid={wrong !== null}
          aria-required={isRequired || undefined}
          data-first-focus={isFirst || undefined}
          {...(groups !== undefined && combobox.inputProps)}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={suggestions.stay}
          onBlur={() => {
            take();
            suggestions.leave();
          }}
        />
        {combobox.isShown && (
          <Groups ref={layInTopLayer} {...combobox.listProps} aria-label={messages.groups(label)}>
            {options.map((group, index) => (
              <li key={group.group_name} {...combobox.optionProps(index)}>
                <b dir="auto">{group.group_name}</b>
                <small dir="ltr">{group.email_ids.join(', ')}</small>
              </li>
            ))}
          </Groups>
        )}
      </Row>
      <VisuallyHidden id={hint}>{messages.hint}</VisuallyHidden>
      {wrong !== null && <Wrong role="alert">{messages.wrong(wrong)}</Wrong>}
    </>
  );
}

/** Whether groups are offered: while something is typed, and for a moment after the field is left. */
function useSuggestions() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stay = () => clearTimeout(timer.current);
  return {
    isOpen,
    open() {
      stay();
      setOpen(true);
    },
    close: () => setOpen(false),
    stay,
    leave() {
      stay();
      timer.current = setTimeout(() => setOpen(false), SUGGESTIONS_CLOSE_MS);
    },
  };
}
