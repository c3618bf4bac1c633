import type { Ticket } from '@inbox/domain';
import { useStore } from '@inbox/panel/store';
import { color, styled, TOUCH } from '@inbox/ui';
import { Check } from 'lucide-react';
import { messages } from '../../messages';
import { isChosen, isEmpty } from './selection-state';
import type { SelectionStore } from './selection-store';

/** Over the avatar: seen when the row is pointed at or anything is chosen, and always there for a finger on the avatar. */
const Place = styled.label`
  display: flex;
  align-items: center;
  justify-content: center;
  inline-size: 36px;
  block-size: 36px;
  border-radius: 50%;
  /* In the colour of the row, and wide enough for the channel's mark at the avatar's foot: nothing looks out behind it. */
  --row: ${color.surface};
  background: var(--row);
  box-shadow: 4px 4px 0 6px var(--row);
  cursor: pointer;
  opacity: 0;

  a:hover + * > & {
    --row: ${color.surface2};
  }
  a[aria-current] + * > & {
    --row: ${color.accentSurface};
  }

  li:hover > * > * > &,
  &:focus-within,
  &[data-shown] {
    opacity: 1;
  }
  & > input {
    position: absolute;
    inline-size: 36px;
    block-size: 36px;
    margin: 0;
    ${TOUCH} {
      inline-size: 48px;
      block-size: 48px;
    }
    opacity: 0;
    cursor: inherit;
  }
  & > span {
    display: flex;
    align-items: center;
    justify-content: center;
    inline-size: 18px;
    block-size: 18px;
    border: 2px solid ${color.text3};
    border-radius: 4px;
    color: transparent;
  }
  & > input:checked + span {
    border-color: ${color.fill};
    background: ${color.fill};
    color: ${color.onFill};
  }
  & > input[aria-disabled='true'] + span {
    border-style: dashed;
  }
  & > input:focus-visible + span {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
`;

interface RowCheckboxProps {
  ticket: Ticket;
  store: SelectionStore;
  tabStop: boolean;
  blocked: boolean;
  /** `range`: from the one that was chosen last. */
  onChoose(ticket: Ticket, range: boolean): void;
}

export function RowCheckbox({ ticket, store, tabStop, blocked, onChoose }: RowCheckboxProps) {
  const selection = useStore(store);
  const checked = !blocked && isChosen(selection, ticket.id);
  return (
    <Place data-shown={!isEmpty(selection) || undefined}>
      <input
        type="checkbox"
        aria-label={messages.choose(ticket.id, ticket.full_name)}
        aria-disabled={blocked || undefined}
        tabIndex={tabStop ? 0 : -1}
        checked={checked}
        readOnly
        onClick={(event) => onChoose(ticket, event.shiftKey)}
      />
      <span>
        <Check size={14} strokeWidth={3} aria-hidden />
      </span>
    </Place>
  );
}
