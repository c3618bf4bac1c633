import { orderSchema } from '@inbox/domain';
import { aCustomer, anOrder, aTicket, createFakePorts } from '@inbox/panel/testing';
import panel from '../../remotes/customer-panel/src/panel';
import type { OrdersPage } from '../src/orders/orders-page';
import { frame, newPlace, span } from '../src/web/in-page';

const count = Number(new URLSearchParams(location.search).get('orders'));
/** Orders whose details are opened at most, evenly among all. */
const OPENED = 20;
const STATUSES = ['delivered', 'in_transit', 'rto_delivered', null];

const text = JSON.stringify(
  Array.from({ length: count }, (_, at) =>
    anOrder({
      order_number: `#${100_000 + at}`,
      is_cod: at % 2 === 0,
      is_cancelled: at % 9 === 0,
      fulfillment_status: STATUSES[at % STATUSES.length] ?? null,
    }),
  ),
);
const ticket = aTicket({ id: 7 });
const fake = createFakePorts({
  open: ticket.id,
  answers: {
    customerDetails: () => aCustomer(),
    customerTickets: () => [],
    customerOrders: () => (JSON.parse(text) as unknown[]).map((order) => orderSchema.parse(order)),
    customerShop: () => null,
  },
});
fake.setCurrentTicket(ticket);

const button = (within: ParentNode, name: string): HTMLButtonElement | undefined =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name));

async function until<T>(found: () => T | undefined): Promise<T> {
  for (;;) {
    const thing = found();
    if (thing !== undefined) return thing;
    await frame();
  }
}

let close = () => Promise.resolve();

const page: OrdersPage = {
  async open() {
    // Which sections are open is remembered.
    localStorage.clear();
    const place = newPlace();
    const { unmount } = panel.mount(place, {
      props: {},
      instanceId: 'bench',
      ports: fake.portsOf(panel),
      theme: { mode: 'light' },
      locale: 'en-IN',
    });
    close = unmount;
    const head = await until(() => button(place, 'Orders'));
    await until(() => place.querySelector('dt') ?? undefined);
    await span(
      () => head.click(),
      () => place.querySelector('article') !== null,
    );
  },
  async openEach() {
    for (;;) {
      const more = button(document, 'Show more');
      if (more === undefined) break;
      more.click();
      await frame();
    }
    const cards = [...document.querySelectorAll('article')];
    const opened = Math.min(OPENED, cards.length);
    for (let n = 0; n < opened; n += 1) {
      const card = cards[Math.floor((n * cards.length) / opened)];
      if (card === undefined) continue;
      await frame();
      await span(
        () => button(card, 'More details')?.click(),
        () => card.querySelector('dl') !== null,
      );
    }
  },
  close: () => close(),
};
window.ordersPage = page;
