import { Button, color, layer, styled } from '@inbox/ui';
import { messages } from '../messages';
import { useBreakpoint, useColumnPanel } from '../slots/context';
import { focusSlot } from '../slots/slots';

/** Out of sight until the keyboard comes to it. */
const Links = styled.div`
  position: absolute;
  inset-block-start: 8px;
  inset-inline-start: 8px;
  z-index: ${layer.floating};
  display: flex;
  gap: 8px;
  padding: 2px;
  background: ${color.surface};

  &:not(:focus-within) {
    inline-size: 1px;
    block-size: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** The first that Tab comes to: past the bars, straight to a column. */
export function SkipLinks({ ticketIsOpen }: { ticketIsOpen: boolean }) {
  const isNarrow = useBreakpoint() === 'narrow';
  const panels = { list: useColumnPanel('list'), main: useColumnPanel('main') };
  // A narrow page shows one of the two.
  const targets = ticketIsOpen ? (isNarrow ? (['main'] as const) : (['list', 'main'] as const)) : (['list'] as const);
  return (
    <Links>
      {targets.map((slot) => (
        <Button key={slot} size="small" onClick={() => focusSlot(slot)}>
          {messages.skipTo(panels[slot]?.description.title)}
        </Button>
      ))}
    </Links>
  );
}
