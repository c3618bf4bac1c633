import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { styled } from '../theme/styled';
import { useInboxTheme } from '../theme/theme';
import { color, layer } from '../theme/tokens';
import { showInTopLayer } from './top-layer';

const Anchor = styled.span`
  display: inline-flex;
  flex: none;
`;

const Bubble = styled.span`
  position: fixed;
  inset: auto;
  z-index: ${layer.overlay + 1};
  margin: 0;
  border: 0;
  overflow: visible;
  max-inline-size: 240px;
  padding: 4px 8px;
  border-radius: 6px;
  background: ${color.text};
  color: ${color.surface};
  font-size: 12px;
  line-height: 16px;
  pointer-events: none;
  inline-size: max-content;
`;

interface Place {
  left: number;
  top: number;
  above: boolean;
}

function placeBeside(anchor: Element): Place {
  const box = anchor.getBoundingClientRect();
  const above = box.bottom + 40 > window.innerHeight;
  const middle = box.left + box.width / 2;
  return {
    left: Math.min(Math.max(middle, 60), window.innerWidth - 60),
    top: above ? box.top - 4 : box.bottom + 4,
    above,
  };
}

/**
 * Shows what a control is called while it is pointed at or focused; Escape hides it. The control itself carries the
 * same words as its accessible name, so the bubble is hidden from screen readers.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const { overlayRoot } = useInboxTheme();
  const [place, setPlace] = useState<Place | null>(null);
  const hide = () => setPlace(null);

  useEffect(() => {
    if (!place) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(null);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [place]);

  return (
    <Anchor
      onPointerEnter={(event) => event.pointerType === 'mouse' && setPlace(placeBeside(event.currentTarget))}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && setPlace(placeBeside(event.currentTarget))}
      onBlur={hide}
    >
      {children}
      {place &&
        overlayRoot &&
        createPortal(
          <Bubble
            ref={showInTopLayer}
            aria-hidden
            style={{ left: place.left, top: place.top, transform: `translate(-50%, ${place.above ? '-100%' : '0'})` }}
          >
            {text}
          </Bubble>,
          overlayRoot,
        )}
    </Anchor>
  );
}
