import type { ShownPanel } from '@inbox/events';
import { color, IconButton, keyframes, layer, Skeleton, styled } from '@inbox/ui';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { PanelSlot } from '../panels/panel-slot';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { topOf } from './places';

const slideIn = keyframes`from { transform: translateX(24px); opacity: 0 }`;

const Place = styled.div`
  grid-area: side;
  position: relative;
  inline-size: var(--details-width);
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
    inline-size: min(360px, 100%);
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

/** Over the conversation alone: the list stays in use. */
const Scrim = styled.div`
  position: absolute;
  grid-area: conversation;
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
  border-block-end: 1px solid ${color.line};
`;

const Blocks = styled.div`
  display: grid;
  gap: 16px;
  padding: 16px;
`;

const skeleton = (
  <Blocks>
    {Array.from({ length: 4 }, (_, index) => (
      <Skeleton key={index} height={48} />
    ))}
  </Blocks>
);

/** What stands at the right: quick replies above the customer's details; a column, or over the conversation. */
export function SidePlace() {
  const { places, ticket } = useShell();
  const room = useStore(places.room);
  const shown = useStore(places.shown);
  const open = useStore(ticket) !== null;
  const top = topPanel(shown, open);
  const over = top !== null && room !== 'wide';
  const place = useFocusWhileOver(over);
  const close = () => top !== null && places.show(top, false);

  return (
    <>
      {over && room === 'medium' && <Scrim onClick={close} />}
      <Place
        ref={place}
        id="place-details"
        tabIndex={-1}
        hidden={top === null}
        data-over={over ? (room === 'narrow' ? 'full' : 'part') : undefined}
        onKeyDown={(event) => {
          if (over && event.key === 'Escape' && !event.defaultPrevented) close();
        }}
      >
        <KeptPanel name="customer-panel" visible={top === 'customer-panel'}>
          {over && (
            <Head>
              <IconButton label={messages.closeDetails} onClick={close}>
                <X size={18} aria-hidden />
              </IconButton>
            </Head>
          )}
        </KeptPanel>
        <KeptPanel name="quick-replies" visible={top === 'quick-replies'} />
      </Place>
    </>
  );
}

/** The details are of an open ticket. */
function topPanel(shown: readonly ShownPanel[], ticketIsOpen: boolean): ShownPanel | null {
  const top = topOf(shown);
  return top === 'customer-panel' && !ticketIsOpen ? null : top;
}

/** Mounted when first shown, and then kept: the second time it is there at once. */
function KeptPanel({ name, visible, children }: { name: ShownPanel; visible: boolean; children?: React.ReactNode }) {
  const [wasShown, setWasShown] = useState(visible);
  if (visible && !wasShown) setWasShown(true);
  if (!visible && !wasShown) return null;
  return (
    <Stack hidden={!visible}>
      {children}
      <PanelSlot name={name} skeleton={skeleton} />
    </Stack>
  );
}

/** What slides over takes the keyboard's focus, and gives it back. */
function useFocusWhileOver(over: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!over) return;
    const before = document.activeElement;
    const element = place.current;
    if (!element?.contains(before)) element?.focus();
    return () => {
      const inside = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (inside && before instanceof HTMLElement) before.focus();
    };
  }, [over]);
  return place;
}
