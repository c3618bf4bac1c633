import { ApiError } from '@inbox/api';
import { aCheckout, aCustomer, anOrder, aSibling, aTicket, runDevPage } from '@inbox/panel/testing';
import panel from './src/panel';

const rohit = aTicket({ id: 48207, full_name: 'Rohit Khanna' });
const priya = aTicket({ id: 48213, full_name: 'பிரியா இரகுநாதன்', conversation_source: 'instagram' });
const unknown = aTicket({ id: 48199, full_name: '+91 98200 11223' });
const failing = aTicket({ id: 48170, full_name: 'Farah Ali' });

const customers = new Map([
  [rohit.conversation_id, aCustomer()],
  [
    priya.conversation_id,
    aCustomer({
      full_name: 'பிரியா இரகுநாதன்',
      email: 'priya.raghunathan.with.a.long.address@textile-exports.mail.example',
      city: 'NA',
      analytics: null,
    }),
  ],
  [
    unknown.conversation_id,
    aCustomer({
      first_name: 'NA',
      last_name: 'NA',
      full_name: null,
      email: 'NA',
      phone: null,
      city: null,
      analytics: null,
    }),
  ],
]);

const quickly = () => new Promise((resolve) => setTimeout(resolve, 500));

runDevPage(panel, {
  width: 320,
  tickets: [rohit, priya, unknown, failing],
  answers: {
    async customerDetails({ params }) {
      await quickly();
      const customer = customers.get(params.conversation_id);
      if (!customer) throw new ApiError('server', 'The customer could not be loaded.', { status: 503 });
      return customer;
    },
    async customerOrders({ params }) {
      await quickly();
      if (params.conversation_id !== rohit.conversation_id) return [];
      return Array.from({ length: 500 }, (_, n) =>
        anOrder({ order_number: String(10_482 - n), is_cod: n % 2 === 0, is_cancelled: n % 7 === 6 }),
      );
    },
    async customerCheckouts() {
      await quickly();
      return [aCheckout()];
    },
    async customerShop() {
      return { as_of: '2026-11-22T06:00:00Z', is_stale: true };
    },
    async customerTicket() {
      await quickly();
      return { ticket: rohit };
    },
    async customerTickets({ params }) {
      await quickly();
      if (params.conversation_id !== rohit.conversation_id) return [];
      return [
        aSibling({ id: 48207 }),
        aSibling({ id: 47110, status: 'closed', created_at: '2026-11-02T09:00:00Z' }),
        aSibling({ id: 44031, status: 'follow_up', created_at: '2026-06-14T09:00:00Z' }),
      ];
    },
  },
});
