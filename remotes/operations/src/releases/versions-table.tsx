import type { OperatedPanel, PanelVersion, VersionHealth } from '@inbox/api/panels';
import { usePanel } from '@inbox/panel';
import { Chip, color, styled, type ChipTone } from '@inbox/ui';
import { TableRegion } from '@inbox/ui/page';
import { messages } from '../messages';
import { failingShare, percent } from '@inbox/domain/operations';

const Table = styled.table`
  white-space: nowrap;

  & th,
  & td {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  & th:first-of-type {
    text-align: start;
    font-weight: 500;
  }
  & tbody th > span:first-of-type {
    margin-inline-end: 8px;
  }
  & [data-bad] {
    color: ${color.bad};
    font-weight: 600;
  }
`;

const TONES: Record<PanelVersion['state'], ChipTone> = {
  live: 'good',
  canary: 'accent',
  'taken-back': 'bad',
  published: 'neutral',
};

const { columns } = messages;

/** As their columns follow each other. */
const BY_ACTION = [
  'inp_ms',
  'inp_pointer_ms',
  'inp_keyboard_ms',
  'frame_pointer_ms',
  'frame_keyboard_ms',
  'frame_other_ms',
] as const;

/** What is known of each version, the newest first. */
export function VersionsTable({ panel: { title, versions } }: { panel: OperatedPanel }) {
  const { locale } = usePanel();
  return (
    <TableRegion label={messages.versionsOf(title)}>
      <Table>
        <thead>
          <tr>
            {Object.entries(columns).map(([column, label]) => (
              <th key={column} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, state, health }) => (
            <tr key={version} data-panel-version={version} data-state={state}>
              <th scope="row">
                <span>{version}</span>
                <Chip tone={TONES[state]}>{messages.states[state]}</Chip>
              </th>
              <td>{count(health.loads, locale)}</td>
              <td data-bad={health.load_failed + health.render_error > 0 || undefined}>{failing(health)}</td>
              <td>{count(health.load_failed, locale)}</td>
              <td>{count(health.render_error, locale)}</td>
              <td>{time(health.p75.load_ms)}</td>
              <td>{time(health.p75.lcp_ms)}</td>
              <td>{score(health.p75.cls)}</td>
              {BY_ACTION.map((measure) => (
                <td key={measure}>{time(health.p75[measure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableRegion>
  );
}

const count = (value: number, locale: string): string => value.toLocaleString(locale);

/** Seconds where milliseconds are many. */
function time(milliseconds: number | null | undefined): string {
  if (milliseconds == null) return messages.none;
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

const score = (value: number | null | undefined): string => (value == null ? messages.none : value.toFixed(3));

/** Nothing to say while nobody has loaded it. */
const failing = ({ loads, load_failed, render_error }: VersionHealth): string =>
  loads === 0 ? messages.none : percent(failingShare({ loads, load_failed, render_error, agents: 0 }));
