import type { Ticket } from '@inbox/domain';
import { formatCheckoutDate, formatOrderDate } from '@inbox/domain/conversation';
import { styled, Tabs, type TabItem } from '@inbox/ui';
import { useId, useState } from 'react';
import { messages } from '../messages';
import { OrderCard } from './order-card';
import { OrderList } from './order-list';
import { useCheckouts, useOrders } from './use-records';

type Tab = 'orders' | 'checkouts';
const TABS: readonly TabItem<Tab>[] = [
  { value: 'orders', label: messages.orderList.orders },
  { value: 'checkouts', label: messages.orderList.checkouts },
];

const Panel = styled.div`
  margin-block-start: 12px;
`;

/** What the customer bought, and what was left in the basket; each is loaded when its tab is first shown. */
export function Orders({ ticket }: { ticket: Ticket }) {
  const [tab, setTab] = useState<Tab>('orders');
  const panelId = useId();
  const Shown = tab === 'orders' ? OrdersTab : CheckoutsTab;
  return (
    <>
      <Tabs<Tab> label={messages.orderList.tabs} items={TABS} value={tab} onChange={setTab} controls={panelId} />
      <Panel id={panelId} role="tabpanel" aria-label={TABS.find(({ value }) => value === tab)?.label}>
        <Shown ticket={ticket} />
      </Panel>
    </>
  );
}

function OrdersTab({ ticket }: { ticket: Ticket }) {
  return (
    <OrderList
      found={useOrders(ticket.conversation_id)}
      keyOf={({ order_number }) => order_number}
      empty={messages.orderList.noOrders}
    >
      {(order, item) => (
        <OrderCard
          ticketId={ticket.id}
          record={order}
          number={order.order_number.replace(/^#/, '')}
          date={formatOrderDate(new Date(order.order_created_at))}
          {...item}
        />
      )}
    </OrderList>
  );
}

function CheckoutsTab({ ticket }: { ticket: Ticket }) {
  return (
    <OrderList
      found={useCheckouts(ticket.conversation_id)}
      keyOf={({ checkout_id }) => checkout_id}
      empty={messages.orderList.noCheckouts}
    >
      {(checkout, item) => (
        <OrderCard
          ticketId={ticket.id}
          record={checkout}
          number={checkout.checkout_id}
          date={formatCheckoutDate(new Date(checkout.created_at))}
          {...item}
        />
      )}
    </OrderList>
  );
}
