import { Button } from '@inbox/ui';
import { panelMessages } from './messages';
import type { PanelOverrides } from './overrides';
import { Badge } from './parts';

interface OverrideBadgeProps {
  overrides: PanelOverrides;
  onReset: () => void;
}

/** Shows for as long as a panel comes from somewhere else than the registry. */
export function OverrideBadge({ overrides, onReset }: OverrideBadgeProps) {
  const panels = Object.entries(overrides).map(([name, origin]) => `${name} from ${origin}`);
  if (panels.length === 0) return null;
  return (
    <Badge role="status">
      <span>{panelMessages.overridden(panels.join(', '))}</span>
      <Button onClick={onReset}>{panelMessages.reset}</Button>
    </Badge>
  );
}
