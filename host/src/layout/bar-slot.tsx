import { styled } from '@inbox/ui';
import { useStore } from '@inbox/panel/store';
import { PanelSlot } from '@inbox/shell/panels';
import { useSlots } from '../slots/context';
import { panelsIn } from '../slots/slots';

/** As small as a button of the bar; a panel that needs more grows. */
const Item = styled.div`
  min-inline-size: 36px;
  min-block-size: 36px;
  flex: none;
`;

/** The panels of the top bar or of the sidebar, side by side. */
export function BarSlot({ slot }: { slot: 'top-bar' | 'sidebar' }) {
  const panels = panelsIn(slot, useStore(useSlots().panels));
  return panels.map((panel) => (
    <Item key={panel.name} data-slot={slot}>
      <PanelSlot panel={panel} />
    </Item>
  ));
}
