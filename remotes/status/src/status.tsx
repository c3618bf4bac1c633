import type { ShopStatus } from '@inbox/api/shop-status';
import { usePanelReady, useTopic } from '@inbox/panel';
import { useIsSeen } from '@inbox/panel/use-is-seen';
import { color, ErrorState, SkeletonRows, styled } from '@inbox/ui';
import { PageRegion } from '@inbox/ui/page';
import FirstSteps from '@inbox/ui/first-steps';
import { useEffect, useRef } from 'react';
import { Audit } from './audit/audit';
import { Channels } from './channels/channels';
import { DeadLetters } from './dead-letters/dead-letters';
import { Notices } from './channels/notices';
import { People } from './people/people';
import { Permissions } from './people/permissions';
import { Reports } from './outgoing/reports';
import { Unsent } from './outgoing/unsent';
import { messages } from './messages';
import { Section } from './section';
import { useStatus } from './use-status';

const Summary = styled.p`
  && {
    color: ${color.good};
    font-size: 13px;
    line-height: 18px;
  }
  &&[data-attention] {
    color: ${color.bad};
  }
`;

/** The view of the panel: what needs attention first, then each part of it. */
export function Status() {
  const markReady = usePanelReady();
  const region = useRef<HTMLElement>(null);
  const settings = useTopic('settings');
  const { data, error, isPending, refetch } = useStatus(useIsSeen(region));
  useEffect(() => {
    if (!isPending) markReady();
  }, [isPending, markReady]);
  const attention = data === undefined ? [] : attentionOf(data);
  const isEmpty = data?.accounts.length === 0;

  return (
    <PageRegion ref={region} aria-label={messages.title} tabIndex={-1}>
      <h2>{messages.title}</h2>
      {data && error && <p role="status">{messages.stale}</p>}
      {isPending && <SkeletonRows rows={4} />}
      {!data && error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {data && !isEmpty && (
        <Summary data-attention={attention.length > 0 || undefined}>
          {attention.length > 0 ? messages.needsYou(attention) : messages.allWell}
        </Summary>
      )}
      {isEmpty && settings?.first_steps && (
        <Section title={messages.firstSteps}>
          <FirstSteps steps={settings.first_steps} />
        </Section>
      )}
      {data && (
        <>
          <Channels accounts={data.accounts} />
          <Unsent outbox={data.outbox} />
          <Notices notices={data.notices} />
          <DeadLetters letters={data.dead_letters} />
          <Reports reports={data.exports} />
          <People agents={data.agents} />
          <Permissions permissions={data.permissions} all={data.agents.all} />
          <Audit />
        </>
      )}
    </PageRegion>
  );
}

/** What somebody has to look at, in words. */
function attentionOf({ accounts, outbox, notices, dead_letters: letters }: ShopStatus): string[] {
  const words = messages.attention;
  const broken = accounts.filter((each) => each.enabled && (each.in_problem ?? each.out_problem) !== null).length;
  const grave = notices.filter(({ is_grave }) => is_grave).length;
  return [
    ...(broken > 0 ? [words.mailboxes(broken)] : []),
    ...(outbox.failed > 0 ? [words.failed(outbox.failed)] : []),
    ...(outbox.unknown > 0 ? [words.unknown(outbox.unknown)] : []),
    ...(outbox.overdue_since !== null ? [words.overdue] : []),
    ...(grave > 0 ? [words.notices(grave)] : []),
    ...(letters.count > 0 ? [words.letters(letters.count)] : []),
  ];
}
