import { styled } from '@inbox/ui';
import type { CSSProperties, ReactNode } from 'react';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import { Separator } from './separator';
import { useDetailsColumn, useWidths } from './use-widths';
import { LEAST_CONVERSATION_PX } from './widths';

const Main = styled.main`
  grid-area: main;
  position: relative;
  display: grid;
  grid-template:
    'list conversation side' minmax(0, 1fr)
    / var(--list-width) minmax(${LEAST_CONVERSATION_PX}px, 1fr) auto;
  min-inline-size: 0;
  overflow: hidden;

  &[data-room='narrow'] {
    grid-template: 'only' minmax(0, 1fr) / minmax(0, 1fr);
  }
`;

/** Where the panels stand side by side, as wide as the agent wants them; or one at a time. */
export function MainGrid({ children }: { children: ReactNode }) {
  const { places } = useShell();
  const room = useStore(places.room);
  const { list, details } = useWidths();
  const withDetails = useDetailsColumn();
  const widths = { '--list-width': `${list.now}px`, '--details-width': `${details.now}px` } as CSSProperties;
  return (
    <Main data-room={room} style={widths}>
      {children}
      {room !== 'narrow' && <Separator of="list" />}
      {withDetails && <Separator of="details" />}
    </Main>
  );
}
