import { color, IconButton, isComposing, keyframes, layer, LOW_WINDOW, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type CatalogPanel, PanelSlot } from '@inbox/shell/panels';
import { useWasWanted } from '../panels/use-was-wanted';
import { SIDE_OVER_PX } from '../toasts/toast-place';
import { useBreakpoint, useSidePanels, useSlots } from '../slots/context';

const slideIn = keyframes`from { transform: translateX(24px); opacity: 0 }`;

const Column = styled.div`
  grid-area: side;
  position: relative;
  inline-size: var(--side-width);
  min-block-size: 0;
  border-inline-start: 1px solid ${color.line};
  background: ${color.surface};
  outline: none;

  &[data-over] {
    position: absolute;
    grid-area: 1 / 1 / -1 / -1;
    inset-block: 0;
    inset-inline-end: 0;
    z-index: ${layer.drawer};
    inline-size: min(${SIDE_OVER_PX}px, 100%);
    box-shadow: 0 0 32px rgb(0 0 0 / 22%);
    animation: ${slideIn} 150ms ease-out;
  }
  &[data-over='full'] {
    inline-size: 100%;
    border: 0;
    box-shadow: none;
  }
  &[hidden] {
    display: none;
  }
`;

/** Over the main column alone: the list stays in use. */
const Scrim = styled.div`
  position: absolute;
  grid-area: main;
  inset: 0;
  z-index: ${layer.drawer};
  background: rgb(0 0 0 / 24%);
`;

const Stack = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  & > :last-child {
    flex: 1;
    min-block-size: 0;
  }
  &[hidden] {
    display: none;
  }
`;

const Head = styled.div`
  display: flex;
  justify-content: flex-end;
  padding: 6px 8px;
  ${LOW_WINDOW} {
    padding: 0 8px;
  }
  border-block-end: 1px solid ${color.line};
`;

/** The panels at the right, of which the top one is seen: in a column, or over the main column. */
export function SideSlot() {
  const { show } = useSlots();
  const { panels, top } = useSidePanels();
  const breakpoint = useBreakpoint();
  const over = top !== null && breakpoint !== 'wide';
  const column = useFocusWhileOver(over);
  const close = () => top !== null && show(top.name, false);

  return (
    <>
      {over && breakpoint === 'medium' && <Scrim onClick={close} />}
      <Column
        ref={column}
        id="slot-side"
        tabIndex={-1}
        hidden={top === null}
        data-over={over ? (breakpoint === 'narrow' ? 'full' : 'part') : undefined}
        onKeyDown={(event) => {
          if (over && event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) close();
        }}
      >
        {panels.map((panel) => (
          <StoredPanel key={panel.name} panel={panel} visible={panel === top}>
            {over && panel.description.toggle?.close !== undefined && (
              <Head>
                <IconButton label={panel.description.toggle.close} onClick={close}>
                  <X size={18} aria-hidden />
                </IconButton>
              </Head>
            )}
          </StoredPanel>
        ))}
      </Column>
    </>
  );
}

interface StoredPanelProps {
  panel: CatalogPanel;
  visible: boolean;
  children?: React.ReactNode;
}

function StoredPanel({ panel, visible, children }: StoredPanelProps) {
  if (!useWasWanted(panel, visible)) return null;
  return (
    <Stack hidden={!visible}>
      {children}
      <PanelSlot panel={panel} />
    </Stack>
  );
}

/** What slides over takes the keyboard's focus, and gives it back. */
function useFocusWhileOver(over: boolean) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!over) return;
    const before = document.activeElement;
    const element = column.current;
    if (!element?.contains(before)) element?.focus();
    return () => {
      const inside = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (inside && before instanceof HTMLElement) before.focus();
    };
  }, [over]);
  return column;
}
