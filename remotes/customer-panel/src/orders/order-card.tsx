import type { AbandonedCheckout, Order, TicketId } from '@inbox/domain';
import { formatMoney } from '@inbox/domain/conversation';
import { Button, Chip, color, styled } from '@inbox/ui';
import { memo, useId, type ReactNode } from 'react';
import { messages } from '../messages';
import { breakable } from '../ui/breakable';
import { CopyButton } from '../ui/copy-button';
import { known } from '../ui/known';
import { useInsert } from './use-insert';

const Card = styled.article`
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface2};
  overflow-wrap: anywhere;

  & > header {
    display: flex;
    justify-content: space-between;
    align-items: baseline;
    gap: 8px;
  }
  & > header > h3 {
    min-inline-size: 0;
    font-size: 14px;
    font-weight: 600;
  }
  & a {
    color: ${color.accent};
  }
  & small {
    font-size: 12px;
    line-height: 16px;
    color: ${color.text3};
  }
`;

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  margin-block: 6px;
`;

const Facts = styled.dl`
  margin-block-end: 8px;

  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 28px;
  }
  & dt {
    flex: none;
    inline-size: 92px;
    color: ${color.text3};
  }
  & dd {
    flex: 1;
    min-inline-size: 0;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
  }
  & dd > :first-child {
    min-inline-size: 0;
  }
`;

const Items = styled.ul`
  margin-block: 4px 8px;

  & > li {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding-block: 4px;
    border-block-start: 1px solid ${color.line};
  }
  & > li > :first-child {
    min-inline-size: 0;
  }
  & small {
    display: block;
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-block-end: 8px;
`;

const Said = styled.p`
  margin-block-end: 8px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.good};

  &[data-error] {
    color: ${color.bad};
  }
`;

export interface OrderCardProps {
  ticketId: TicketId;
  record: Order | AbandonedCheckout;
  /** What it is called: an order's or a checkout's number. */
  number: string;
  date: string;
  /** By which the list knows it. */
  id: string;
  isOpen: boolean;
  onToggle(id: string): void;
}

/**
 * One order or abandoned checkout (spec section 3): what it is about, and all of it when it is open. Of hundreds, those that
 * stay as they are are not drawn anew when another is opened.
 */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { ticketId, record, number, date, id, isOpen, onToggle } = props;
  const headId = useId();
  const bodyId = useId();
  const address = webAddress(record.order_url);
  const status = known(record.fulfillment_status);
  return (
    <Card aria-labelledby={headId}>
      <header>
        <h3 id={headId}>
          {address === null ? (
            <bdi>#{number}</bdi>
          ) : (
            <a href={address} target="_blank" rel="noopener noreferrer">
              <bdi>#{number}</bdi>
            </a>
          )}
        </h3>
        <span>{formatMoney(record.total_order_price, record.currency)}</span>
      </header>
      <small>{date}</small>
      <Chips>
        <Chip>{record.is_cod ? messages.orderList.cod : messages.orderList.prepaid}</Chip>
        {record.is_cancelled && <Chip tone="bad">{messages.orderList.cancelled}</Chip>}
        {'is_converted' in record && record.is_converted && <Chip tone="good">{messages.orderList.converted}</Chip>}
        {status !== null && <Chip tone={toneOf(status)}>{statusText(status)}</Chip>}
      </Chips>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <Details ticketId={ticketId} record={record} number={number} />}
      </div>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        aria-describedby={headId}
        onClick={() => onToggle(id)}
      >
        {isOpen ? messages.orderList.less : messages.orderList.more}
      </Button>
    </Card>
  );
});

/** 'in_transit' in words. */
function statusText(status: string): string {
  const words = status.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const toneOf = (status: string) =>
  status === 'delivered' ? 'good' : status.startsWith('rto') ? 'bad' : ('accent' as const);

function Details({ ticketId, record, number }: Pick<OrderCardProps, 'ticketId' | 'record' | 'number'>) {
  const { said, insert } = useInsert(ticketId);
  const words = messages.orderList;
  const shipment = record.shipment_details;
  const shipped = known(shipment?.fulfillment_status ?? null);
  // The same thing may be bought twice.
  const lines = record.line_items.map((item, line) => ({ ...item, line }));
  const tracking = webAddress(shipment?.shipment_tracking_url ?? null);
  return (
    <>
      <Facts>
        <Fact label={words.number} copied={number}>
          <bdi>{number}</bdi>
        </Fact>
        <Fact label={words.email} copied={known(record.user_email)} />
        <Fact label={words.phone} copied={known(record.user_phone_number)} />
        {record.total_discounts > 0 && (
          <Fact label={words.discounts}>{formatMoney(record.total_discounts, record.currency)}</Fact>
        )}
        <Fact label={words.shipment}>{shipped === null ? null : statusText(shipped)}</Fact>
        <Fact label={words.company}>{known(shipment?.shipment_company ?? null)}</Fact>
        <Fact label={words.trackingId} copied={known(shipment?.shipment_tracking_id ?? null)} />
        {tracking !== null && (
          <Fact label={words.tracking} copied={tracking}>
            <a href={tracking} target="_blank" rel="noopener noreferrer">
              {words.track}
            </a>
          </Fact>
        )}
      </Facts>
      {record.line_items.length > 0 && (
        <Items aria-label={words.items}>
          {lines.map(({ line, name, sku, price, currency = record.currency }) => (
            <li key={line}>
              <span>
                <bdi>{name}</bdi>
                {known(sku) !== null && <small>{words.sku(known(sku) ?? '')}</small>}
              </span>
              <span>{formatMoney(price, currency)}</span>
            </li>
          ))}
        </Items>
      )}
      <Buttons>
        <Button size="small" onClick={() => insert(number)}>
          {words.insertNumber}
        </Button>
        {tracking !== null && (
          <Button size="small" onClick={() => insert(tracking)}>
            {words.insertTracking}
          </Button>
        )}
      </Buttons>
      {said && (
        <Said role={said.isError ? 'alert' : 'status'} data-error={said.isError || undefined}>
          {said.text}
        </Said>
      )}
    </>
  );
}

/** Nothing when there is nothing to say. Without children, what can be copied is what shows. */
function Fact({ label, copied = null, children }: { label: string; copied?: string | null; children?: ReactNode }) {
  const shown = children ?? (copied === null ? null : <bdi>{breakable(copied)}</bdi>);
  if (shown === null || shown === undefined) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{shown}</span>
        {copied !== null && <CopyButton field={label} value={copied} />}
      </dd>
    </div>
  );
}

/** The address when a browser may be led there: http or https. Null for everything else, such as `javascript:`. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
