import type { PanelOverrides } from './overrides';
import { panelMessages } from './messages';
import { Badge, PlainButton } from './parts';

/** Shows for as long as a panel comes from somewhere else than the registry. */
export function OverrideBadge({ overrides, onReset }: { overrides: PanelOverrides; onReset: () => void }) {
  const panels = Object.entries(overrides).map(([name, origin]) => `${name} from ${origin}`);
  if (panels.length === 0) return null;
  return (
    <Badge role="status">
      <span>{panelMessages.overridden(panels.join(', '))}</span>
      <PlainButton type="button" onClick={onReset}>
        {panelMessages.reset}
      </PlainButton>
    </Badge>
  );
}
