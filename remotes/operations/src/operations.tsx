import { usePanelReady } from '@inbox/panel';
import { ErrorState, SkeletonRows } from '@inbox/ui';
import { PageRegion } from '@inbox/ui/page';
import { useEffect, useRef, useState } from 'react';
import { PanelCard } from './releases/panel-card';
import { QuestionDialog } from './question-dialog';
import { messages, type Question } from './messages';
import { useIsSeen } from '@inbox/panel/use-is-seen';
import { useOperations } from './use-operations';

/** The view of the panel: a card for each panel that is published. */
export function Operations() {
  const markReady = usePanelReady();
  const region = useRef<HTMLElement>(null);
  const { data, error, isPending, refetch } = useOperations(useIsSeen(region));
  const [asked, setAsked] = useState<{ question: Question; panel: string } | null>(null);
  useEffect(() => {
    if (!isPending) markReady();
  }, [isPending, markReady]);
  const about = data?.panels.find(({ panel }) => panel === asked?.panel);

  return (
    <PageRegion ref={region} aria-label={messages.title} tabIndex={-1}>
      <h2>{messages.title}</h2>
      {data && <p>{`${messages.intro(data.bounds)} ${messages.p75}`}</p>}
      {data && error && <p role="status">{messages.stale}</p>}
      {isPending && <SkeletonRows rows={4} />}
      {!data && error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {data?.panels.map((panel) => (
        <PanelCard key={panel.panel} panel={panel} onAsk={(question) => setAsked({ question, panel: panel.panel })} />
      ))}
      {asked && about && (
        <QuestionDialog
          key={`${asked.panel} ${asked.question}`}
          question={asked.question}
          panel={about}
          onClose={() => setAsked(null)}
        />
      )}
    </PageRegion>
  );
}
