import { percentage, type CustomerAnalytics } from '@inbox/domain';
import { color, styled } from '@inbox/ui';
import { messages } from '../../messages';

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

const Quiet = styled.p`
  margin-block-start: 12px;
  color: ${color.text3};
`;

/** How the customer's orders went, in rounded percentages (spec section 9). */
export function OrderStats({ analytics }: { analytics: CustomerAnalytics | null }) {
  if (analytics === null || analytics.total_orders === 0) return <Quiet>{messages.noStats}</Quiet>;
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
