import type { ExportStatus } from '@inbox/api/shop-status';
import { Chip, type ChipTone } from '@inbox/ui';
import { messages } from '../messages';
import { Head, Lines, Section, Small, When } from '../section';

const words = messages.reports;
const TONES: Record<ExportStatus['state'], ChipTone> = { waiting: 'neutral', mailed: 'good', failed: 'bad' };

/** The reports that were ordered, and what became of them. */
export function Reports({ reports }: { reports: readonly ExportStatus[] }) {
  return (
    <Section title={messages.sections.reports}>
      {reports.length === 0 ? (
        <Small>{words.none}</Small>
      ) : (
        <Lines>
          {reports.map(({ id, agent, state, ordered_at, ended_at, error }) => (
            <li key={id}>
              <Head>
                <span>
                  {words.ordered(agent)}, <When time={ordered_at} />
                </span>
                <Chip tone={TONES[state]}>{words.states[state]}</Chip>
                {ended_at !== null && <When time={ended_at} />}
              </Head>
              {error !== null && <Small data-tone="bad">{error}</Small>}
            </li>
          ))}
        </Lines>
      )}
    </Section>
  );
}
