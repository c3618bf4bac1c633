import { useStore } from '@inbox/panel/store';
import { useSyncExternalStore } from 'react';
import {
  type CatalogPanel,
  describeFailure,
  type HealthLog,
  type KnownPanel,
  type PanelStore,
} from '@inbox/shell/panels';
import type { Slots } from '../slots/slots';
import { inspectorMessages as texts } from './messages';

interface PanelTableProps {
  panels: PanelStore;
  health: Pick<HealthLog, 'loadTime'>;
  slots: Pick<Slots, 'panels'>;
}

/** The panels that apply to this agent now, with what became of each. */
export function PanelTable({ panels, health, slots }: PanelTableProps) {
  const placed = useStore(slots.panels) ?? [];
  return (
    <table aria-label={texts.panels}>
      <thead>
        <tr>
          {Object.values(texts.columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {placed.map((panel) => (
          <PanelRow key={panel.name} panel={panel} panels={panels} health={health} />
        ))}
      </tbody>
    </table>
  );
}

interface PanelRowProps extends Omit<PanelTableProps, 'slots'> {
  panel: CatalogPanel;
}

function PanelRow({ panel: { name, description, enabled }, panels, health }: PanelRowProps) {
  // What is known of a panel is changed in place: its text is what is compared.
  useSyncExternalStore(panels.subscribe, () => JSON.stringify(stateText(panels.known(name))));
  const known = panels.known(name);
  const { text, isFault } = enabled ? stateText(known) : { text: texts.states.off, isFault: false };
  const version = known?.state.status === 'ready' ? known.state.module.version : undefined;
  const took = version === undefined ? undefined : health.loadTime(name, version);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{version ?? texts.unknown}</td>
      <td>{description.slot}</td>
      <td data-fault={isFault || undefined}>{text}</td>
      <td>{took === undefined ? texts.unknown : texts.milliseconds(took)}</td>
    </tr>
  );
}

function stateText(known: KnownPanel | null): { text: string; isFault: boolean } {
  const { states } = texts;
  if (!known) return { text: states.waiting, isFault: false };
  const { state, isCrashed } = known;
  if (state.status === 'failed') return { text: states.failed(describeFailure(state.failure)), isFault: true };
  if (isCrashed) return { text: states.crashed, isFault: true };
  return { text: states[state.status], isFault: false };
}
