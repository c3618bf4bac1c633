import { Button, EmptyState, ErrorState, styled } from '@inbox/ui';
import { useCallback, useState, type ReactNode } from 'react';
import { messages } from '../messages';
import { SectionSkeleton } from '../sections/section-skeleton';
import { StaleNotice } from './stale-notice';
import type { RecordsState } from './use-records';

/** Shown at once, and added with each 'Show more': a customer with hundreds of orders stays quick. */
const PAGE = 20;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 8px;
  margin-block-end: 8px;

  /* Of hundreds, those out of sight are not laid out. */
  & > li {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 122px;
  }
`;

export interface OrderListProps<T> {
  found: RecordsState<T>;
  keyOf(record: T): string;
  empty: { title: string; text: string };
  children(record: T, item: { id: string; isOpen: boolean; onToggle(id: string): void }): ReactNode;
}

/** Orders or checkouts: loading, failed, none, or a list of which one is open at a time. */
export function OrderList<T>({ found, keyOf, empty, children }: OrderListProps<T>) {
  const [open, setOpen] = useState<string | null>(null);
  const [shown, setShown] = useState(PAGE);
  const onToggle = useCallback((id: string) => setOpen((before) => (before === id ? null : id)), []);
  if (found.state === 'loading') return <SectionSkeleton />;
  if (found.state === 'failed') return <ErrorState text={found.message} onRetry={found.reload} />;
  const { records, shop, isReloading, reload } = found;
  const isStale = shop?.is_stale === true;
  if (isStale && shop.as_of === null && records.length === 0) {
    if (isReloading) return <SectionSkeleton />;
    return <ErrorState text={messages.orderList.unanswered} onRetry={reload} />;
  }
  const notice = isStale && <StaleNotice asOf={shop.as_of} isReloading={isReloading} onRetry={reload} />;
  if (records.length === 0) {
    return (
      <>
        {notice}
        <EmptyState
          title={empty.title}
          text={empty.text}
          action={
            <>
              <p>{messages.orderList.tryReload}</p>
              <Button aria-disabled={isReloading} onClick={reload}>
                {messages.orderList.reload}
              </Button>
            </>
          }
        />
      </>
    );
  }
  return (
    <>
      {notice}
      <List>
        {records.slice(0, shown).map((record) => {
          const id = keyOf(record);
          return <li key={id}>{children(record, { id, isOpen: id === open, onToggle })}</li>;
        })}
      </List>
      {records.length > shown && (
        <Button size="small" onClick={() => setShown(shown + PAGE)}>
          {messages.orderList.showMore(shown, records.length)}
        </Button>
      )}
    </>
  );
}
