import type { RecipientField as Field } from '@inbox/domain';
import { isSameAddress, readAddresses } from '@inbox/domain/conversation';
import { color, styled, TOUCH, VisuallyHidden } from '@inbox/ui';
import { TriangleAlert, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { recipientMessages } from '../../../recipient-messages';

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

interface RecipientFieldProps {
  field: Field;
  addresses: readonly string[];
  /** The address of the ticket's customer. */
  customer: string | null;
  onAdd(addresses: readonly string[]): void;
  onRemove(address: string): void;
  /** Told whether something is typed that is no address. */
  onWrong(isWrong: boolean): void;
}

/** The addresses of one field as chips, each with a way to remove it, and a box to add more. */
export function RecipientField({ field, addresses, customer, onAdd, onRemove, onWrong }: RecipientFieldProps) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [id, hint] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const name = recipientMessages.fields[field];

  const sayWrong = (found: string | null) => {
    setWrong(found);
    onWrong(found !== null);
  };
  const type = (typed: string) => {
    setText(typed);
    sayWrong(null);
  };
  const take = () => {
    const read = readAddresses(text);
    if (read.addresses.length > 0) onAdd(read.addresses);
    setText(read.wrong.join(', '));
    sayWrong(read.wrong[0] ?? null);
  };
  const remove = (address: string) => {
    onRemove(address);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',' || event.key === ';') {
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
        <label htmlFor={id}>{name}</label>
        <ul ref={list} aria-label={name}>
          {addresses.map((address) => {
            const isOther = !isSameAddress(address, customer);
            return (
              <li key={address} data-other={isOther || undefined}>
                {isOther && <TriangleAlert size={12} aria-hidden />}
                <span dir="auto">{address}</span>
                {isOther && <VisuallyHidden>{recipientMessages.notCustomers}</VisuallyHidden>}
                <button
                  type="button"
                  aria-label={recipientMessages.remove(address, name)}
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
          placeholder={recipientMessages.add}
          value={text}
          aria-describedby={hint}
          aria-invalid={wrong !== null}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={take}
        />
      </Row>
      <VisuallyHidden id={hint}>{recipientMessages.hint}</VisuallyHidden>
      {wrong !== null && <Wrong role="alert">{recipientMessages.wrong(wrong)}</Wrong>}
    </>
  );
}
