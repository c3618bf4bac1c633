import { styled } from '@inbox/ui';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useBreakpoint } from '../slots/context';
import { Separator } from './separator';
import { useToastPlace } from './use-toast-place';
import { LEAST_MAIN_PX, type Widths, useSideColumn, useWidths } from './widths';

const Main = styled.main`
  grid-area: main;
  position: relative;
  display: grid;
  grid-template: 'list main side' minmax(0, 1fr) / var(--list-width) minmax(${LEAST_MAIN_PX}px, 1fr) auto;
  min-inline-size: 0;
  overflow: hidden;

  &[data-breakpoint='narrow'] {
    grid-template: 'only' minmax(0, 1fr) / minmax(0, 1fr);
  }
`;

interface MainGridProps {
  widths: Widths;
  ticketIsOpen: boolean;
  children: ReactNode;
}

/** The columns side by side, as wide as the agent wants them; or one at a time. */
export function MainGrid({ widths, ticketIsOpen, children }: MainGridProps) {
  const breakpoint = useBreakpoint();
  const { list, side } = useWidths(widths);
  const withSide = useSideColumn();
  const element = useRef<HTMLElement>(null);
  useToastPlace(element, side, ticketIsOpen);
  const style = { '--list-width': `${list.now}px`, '--side-width': `${side.now}px` } as CSSProperties;
  return (
    <Main ref={element} data-breakpoint={breakpoint} style={style}>
      {children}
      {breakpoint !== 'narrow' && <Separator of="list" widths={widths} />}
      {withSide && <Separator of="side" widths={widths} />}
    </Main>
  );
}
