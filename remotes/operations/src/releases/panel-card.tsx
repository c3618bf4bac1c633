import type { OperatedPanel } from '@inbox/api/panels';
import { Button, styled } from '@inbox/ui';
import { PageSection } from '@inbox/ui/page';
import { useId } from 'react';
import { messages, type Question } from '../messages';
import { History } from './history';
import { VersionsTable } from './versions-table';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

interface PanelCardProps {
  panel: OperatedPanel;
  onAsk(question: Question): void;
}

function besides({ enabled, version, canary }: OperatedPanel): string {
  if (!enabled) return messages.off(version);
  if (canary === null) return messages.live(version);
  return canary.version === version ? messages.noneBesides : messages.liveBesides(version);
}

/** One panel: what is given out, what can be done about it, how its versions fare, and what was changed. */
export function PanelCard({ panel, onAsk }: PanelCardProps) {
  const heading = useId();
  const { title, enabled, canary } = panel;
  const possible: Question[] = [
    ...(canary ? (['promote', 'canary', 'takeBack'] as const) : (['rollback'] as const)),
    enabled ? 'disable' : 'enable',
  ];
  return (
    <PageSection aria-labelledby={heading} data-operated={panel.panel}>
      <h3 id={heading}>{title}</h3>
      <div>
        {canary && <p>{messages.canary(canary.version, canary.percent)}</p>}
        <p>{besides(panel)}</p>
      </div>
      <Actions>
        {possible.map((question) => (
          <Button
            key={question}
            size="small"
            variant={question === 'promote' ? 'primary' : 'secondary'}
            onClick={() => onAsk(question)}
          >
            {messages.actions[question]}
          </Button>
        ))}
      </Actions>
      <VersionsTable panel={panel} />
      <History history={panel.history} />
    </PageSection>
  );
}
