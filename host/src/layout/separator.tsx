import { color, styled } from '@inbox/ui';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { messages } from '../messages';
import { type SizedSlot, type Widths, useWidths } from './widths';

/** Pixels of one arrow key. */
const STEP_PX = 16;

const Handle = styled.div`
  position: relative;
  z-index: 1;
  inline-size: 9px;
  cursor: col-resize;
  touch-action: none;

  &[data-of='list'] {
    grid-area: list;
    justify-self: end;
    margin-inline-end: -5px;
  }
  &[data-of='side'] {
    grid-area: side;
    justify-self: start;
    margin-inline-start: -5px;
  }
  &::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline: 3px;
    background: transparent;
  }
  &:hover::after,
  &:focus-visible::after {
    background: ${color.accent};
  }
`;

/**
 * Between two panels: moved by pointer or arrow keys, to its ends by Home and End; a double click brings the usual width
 * back (the window splitter of the ARIA practices).
 *
 * @param of the slot that becomes wider or narrower; its element has the id `slot-list` or `slot-side`
 */
export function Separator({ of, widths }: { of: SizedSlot; widths: Widths }) {
  const { now, least, most } = useWidths(widths)[of];
  const drag = useRef<{ from: number; width: number } | null>(null);
  /** The list grows to the right, the side column to the left. */
  const outwards = of === 'list' ? 1 : -1;
  const set = (width: number) => widths.set(of, Math.max(least, Math.min(width, most)));

  function onKeyDown(event: KeyboardEvent): void {
    const byKey = { ArrowRight: now + STEP_PX * outwards, ArrowLeft: now - STEP_PX * outwards, Home: least, End: most };
    const width = byKey[event.key as keyof typeof byKey];
    if (width === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    set(width);
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width: now };
  }
  function onPointerMove(event: PointerEvent): void {
    const { current } = drag;
    if (current) set(current.width + (event.clientX - current.from) * outwards);
  }
  const release = () => (drag.current = null);

  return (
    <Handle
      data-of={of}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.widthOf[of]}
      aria-controls={`slot-${of}`}
      aria-valuenow={now}
      aria-valuemin={least}
      aria-valuemax={most}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => widths.reset(of)}
    />
  );
}
