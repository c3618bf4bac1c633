import { useStore } from '@inbox/panel/store';
import { useSlots } from '../slots/context';
import { panelsIn, topOf } from '../slots/slots';
import { PanelDialog } from './panel-dialog';

/** The panels that open over the page. */
export function OverlaySlot() {
  const slots = useSlots();
  const panels = panelsIn('overlay', useStore(slots.panels));
  const top = topOf(panels, useStore(slots.open));
  return panels.map((panel) => (
    <PanelDialog key={panel.name} panel={panel} visible={panel === top} onClose={() => slots.show(panel.name, false)} />
  ));
}
