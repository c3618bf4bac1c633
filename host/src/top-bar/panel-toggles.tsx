import { IconButton, OutlineIcon } from '@inbox/ui';
import { useStore } from '@inbox/panel/store';
import { useSlots } from '../slots/context';
import { panelsIn, topOf } from '../slots/slots';

/** For a panel that describes a button and no icon: a square. */
const NO_ICON = 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z';

/** The buttons of panels that are opened and closed from the top bar. */
export function PanelToggles() {
  const slots = useSlots();
  const panels = useStore(slots.panels);
  const open = useStore(slots.open);
  return (['side', 'overlay'] as const).flatMap((slot) => {
    const slotPanels = panelsIn(slot, panels);
    const top = topOf(slotPanels, open);
    return slotPanels.map((panel) => {
      const { toggle, icon } = panel.description;
      if (toggle?.button === undefined) return null;
      return (
        <IconButton
          key={panel.name}
          label={toggle.button}
          aria-pressed={panel === top}
          onClick={() => slots.show(panel.name, 'toggle')}
        >
          <OutlineIcon path={icon ?? NO_ICON} />
        </IconButton>
      );
    });
  });
}
