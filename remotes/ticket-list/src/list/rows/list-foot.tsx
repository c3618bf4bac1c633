import type { FirstSteps as Wanted } from '@inbox/domain';
import { Button, EmptyState, ErrorState, lazyPart, SkeletonRows, styled, color } from '@inbox/ui';
import type { MouseEventHandler } from 'react';
import { messages } from '../../messages';
import type { ListView } from '../store/drawn-list';
import { ROW_HEIGHT } from './ticket-row';

const MORE_ROWS = 4;

/** Few shops have no channel. */
const FirstSteps = lazyPart(() => import('@inbox/ui/first-steps'));

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 8px;
  padding: 12px;
  color: ${color.text3};
  font-size: 12px;
`;

/** What may bring tickets into a list without any. */
export interface EmptyAction {
  label: string;
  act(): void;
}

interface ListFootProps {
  view: ListView;
  onRetry(): void;
  onTop: MouseEventHandler;
  emptyAction?: EmptyAction | undefined;
  /** Given while the shop has no channel; null for agents who cannot connect one. */
  firstSteps?: Wanted | null | undefined;
}

/** What stands below the last row: more on its way, why there is no more, or the end. */
export function ListFoot({ view: { phase, rows, atEnd }, onRetry, onTop, emptyAction, firstSteps }: ListFootProps) {
  if (phase.kind === 'ready' && phase.more === 'failed')
    return <ErrorState text={messages.loadFailed} onRetry={onRetry} />;
  const isIdle = phase.kind === 'ready' && phase.more === 'idle';
  if (!atEnd) return <SkeletonRows rows={MORE_ROWS} height={ROW_HEIGHT} still={isIdle} />;
  if (rows.length === 0 && firstSteps !== undefined)
    return (
      <EmptyState title={messages.empty} text={messages.firstSteps.none} action={<FirstSteps steps={firstSteps} />} />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        title={messages.empty}
        action={emptyAction && <Button onClick={emptyAction.act}>{emptyAction.label}</Button>}
      />
    );
  return (
    <End>
      {messages.end}
      <Button size="small" variant="quiet" onClick={onTop}>
        {messages.toTop}
      </Button>
    </End>
  );
}
