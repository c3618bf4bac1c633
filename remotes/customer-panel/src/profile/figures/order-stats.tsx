import { percentage } from '@inbox/domain';
import { Button, color, Skeleton, styled, VisuallyHidden } from '@inbox/ui';
import { messages } from '../../messages';
import type { FiguresState } from './use-figures';

const Tiles = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px;
  margin-block-start: 12px;
`;

const Tile = styled.div`
  display: flex;
  flex-direction: column-reverse;
  padding: 8px 10px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface2};

  & > dt {
    font-size: 12px;
    line-height: 16px;
    color: ${color.text3};
    overflow-wrap: anywhere;
  }
  & > dd {
    font-size: 16px;
    line-height: 24px;
    font-weight: 600;
  }
`;

/** Pixels, with the border. */
const HEIGHT = 58;

/** As high as figures: nothing below moves when the first order comes. */
const None = styled.p`
  min-block-size: ${HEIGHT}px;
  margin-block-start: 12px;
  padding: 8px 10px;
  align-content: center;
  border: 1px solid ${color.line};
  border-radius: 8px;
  text-align: center;
  color: ${color.text3};
`;

/** As high as the figures that are on their way. */
export const StatsSkeleton = () => (
  <Tiles aria-hidden>
    {[1, 2, 3].map((tile) => (
      <Skeleton key={tile} height={HEIGHT} />
    ))}
  </Tiles>
);

const Failed = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-block-size: ${HEIGHT}px;
  margin-block-start: 12px;
  color: ${color.text2};

  & > span {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

interface OrderStatsProps {
  figures: FiguresState;
  onRetry(): void;
}

/** How the customer's orders went, in rounded percentages (spec section 9). What is not known yet is no zero. */
export function OrderStats({ figures, onRetry }: OrderStatsProps) {
  if (figures.state === 'loading') {
    return (
      <div role="status">
        <VisuallyHidden>{messages.loading}</VisuallyHidden>
        <StatsSkeleton />
      </div>
    );
  }
  if (figures.state === 'failed') {
    return (
      <Failed role="alert">
        <span>{figures.message}</span>
        <Button size="small" aria-label={messages.retryStats} onClick={onRetry}>
          {messages.retry}
        </Button>
      </Failed>
    );
  }
  const { analytics } = figures;
  if (analytics === null || analytics.total_orders === 0) return <None>{messages.noStats}</None>;
  const { total_orders, orders_delivered, orders_rtod } = analytics;
  const tiles = [
    { label: messages.orders, value: String(total_orders) },
    { label: messages.delivered, value: `${percentage(orders_delivered, total_orders)}%` },
    { label: messages.returned, value: `${percentage(orders_rtod, total_orders)}%` },
  ];
  return (
    <Tiles aria-label={messages.stats}>
      {tiles.map(({ label, value }) => (
        <Tile key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Tile>
      ))}
    </Tiles>
  );
}
