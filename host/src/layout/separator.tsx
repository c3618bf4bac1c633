import { color, styled } from '@inbox/ui';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { messages } from '../messages';
import { useShell } from '../shell-context';
import { useWidths } from './use-widths';
import type { SizedPlace } from './widths';

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
  &[data-of='details'] {
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
 * @param of the panel that becomes wider or narrower; its element carries the id `place-list` or `place-details`
 */
export function Separator({ of }: { of: SizedPlace }) {
  const { widths } = useShell();
  const { now, least, most } = useWidths()[of];
  const drag = useRef<{ from: number; width: number } | null>(null);
  /** The list grows to the right, the details to the left. */
  const outwards = of === 'list' ? 1 : -1;
  const set = (width: number) => widths.set(of, Math.max(least, Math.min(width, most)));

  function onKeyDown(event: KeyboardEvent): void {
    const wish = { ArrowRight: now + STEP_PX * outwards, ArrowLeft: now - STEP_PX * outwards, Home: least, End: most };
    const width = wish[event.key as keyof typeof wish];
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
  const letGo = () => (drag.current = null);

  return (
    <Handle
      data-of={of}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.widthOf[of]}
      aria-controls={`place-${of}`}
      aria-valuenow={now}
      aria-valuemin={least}
      aria-valuemax={most}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => widths.reset(of)}
    />
  );
}
