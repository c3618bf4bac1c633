import { color, IconButton, styled, TOUCH } from '@inbox/ui';
import { ListFilter, X } from 'lucide-react';
import type { Ref } from 'react';
import { messages } from '../messages';

const Place = styled.span`
  display: flex;
  flex: none;
  border: 1px solid ${color.line};
  border-radius: 8px;

  & button {
    block-size: 30px;
    min-block-size: 30px;
    ${TOUCH} {
      block-size: 44px;
    }
  }
  &[data-active] {
    border-color: transparent;
    background: ${color.accentSurface};
    color: ${color.accent};
  }
`;

const ClearBadge = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 2px;
  min-inline-size: 32px;
  ${TOUCH} {
    min-inline-size: 44px;
  }
  padding: 0 6px;
  border: 0;
  border-radius: 7px;
  background: transparent;
  font-size: 12px;
  font-weight: 600;
  cursor: pointer;

  && {
    color: ${color.accent};
  }
  &&:hover {
    background: ${color.fill};
    color: ${color.onFill};
  }
`;

interface FilterButtonProps {
  /** How many filters are set. */
  active: number;
  open: boolean;
  /** The id of the panel that it opens. */
  controls: string;
  onToggle(): void;
  /** The button is pointed at or has the focus: it may be pressed soon. */
  onNear(): void;
  /** Given while any is set. */
  onClear: (() => void) | undefined;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** Opens the filters; beside it, while any is set, the badge that counts and clears them (spec section 2). */
export function FilterButton({ active, open, controls, onToggle, onNear, onClear, buttonRef }: FilterButtonProps) {
  return (
    <Place data-active={active > 0 || undefined} onPointerEnter={onNear} onFocus={onNear}>
      <IconButton
        label={messages.filter}
        {...(buttonRef && { ref: buttonRef })}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? controls : undefined}
        onClick={onToggle}
      >
        <ListFilter size={16} aria-hidden />
      </IconButton>
      {onClear && (
        <ClearBadge type="button" aria-label={messages.clearActive(active)} onClick={onClear}>
          {active}
          <X size={12} aria-hidden />
        </ClearBadge>
      )}
    </Place>
  );
}
