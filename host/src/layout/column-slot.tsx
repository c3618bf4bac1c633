import { color, styled, EmptyState } from '@inbox/ui';
import { useEffect, useRef } from 'react';
import { PanelSlot, ErrorPlace } from '@inbox/shell/panels';
import { messages } from '../messages';
import { useBreakpoint, useColumnPanel } from '../slots/context';
import type { ColumnSlot as SlotName } from '../slots/slots';

const Column = styled.div`
  min-inline-size: 0;
  min-block-size: 0;
  outline: none;

  &[data-slot='list'] {
    grid-area: list;
    border-inline-end: 1px solid ${color.line};
    background: ${color.surface};
  }
  &[data-slot='main'] {
    grid-area: main;
  }
  [data-breakpoint='narrow'] > & {
    grid-area: only;
    border: 0;
  }
  /* Not display: none, under which a list would lose its scroll position. */
  &[data-away] {
    visibility: hidden;
  }
`;

interface ColumnSlotProps {
  slot: SlotName;
  /** A narrow page shows the other column. */
  away: boolean;
}

/** The list or the main column. Where one shows at a time, the one that comes takes the focus that the other one loses. */
export function ColumnSlot({ slot, away }: ColumnSlotProps) {
  const panel = useColumnPanel(slot);
  const narrow = useBreakpoint() === 'narrow';
  const element = useRef<HTMLDivElement>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (narrow && wasAway.current && !away) element.current?.focus();
    wasAway.current = away;
  }, [narrow, away]);
  return (
    <Column ref={element} id={`slot-${slot}`} tabIndex={-1} data-slot={slot} data-away={away || undefined}>
      {panel && <PanelSlot key={panel.name} panel={panel} />}
      {panel === null && <EmptySlot text={messages.emptySlot} />}
    </Column>
  );
}

/** What a column shows when no panel is published for it. */
const EmptySlot = ({ text }: { text: string }) => (
  <ErrorPlace aria-label={text}>
    <EmptyState title={text} />
  </ErrorPlace>
);
