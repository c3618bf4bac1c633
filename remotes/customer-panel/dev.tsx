import { ApiError } from '@inbox/api';
import {
  aCheckout,
  aCustomer,
  aCustomField,
  anAgent,
  aNote,
  anOrder,
  aSibling,
  aTicket,
  runDevPage,
} from '@inbox/panel/testing';
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

const fields = [
  aCustomField({
    field_name: 'Reason',
    is_required: true,
    is_fixed_values: true,
    pre_defined_options: [
      { field_value: 'Delivery', sub_fields: [aCustomField({ id: 2, field_name: 'Courier', is_required: true })] },
      { field_value: 'Return', sub_fields: [] },
    ],
  }),
  aCustomField({ id: 3, field_name: 'Products', field_type: 'multiple_input' }),
];
let notes = [aNote({ notes: '<div>Promised a <strong>call back</strong> before six.</div>' })];

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
    async customFields() {
      await quickly();
      return fields;
    },
    async fieldValues() {
      await quickly();
      return { values: { 1: ['Delivery'], 2: ['Blue Dart'] }, rev: 1 };
    },
    async saveFieldValues() {
      await quickly();
      return { values: { 1: ['Return'] }, rev: 2 };
    },
    async linkedTickets() {
      await quickly();
      return [priya];
    },
    async linkTicket({ body }) {
      await quickly();
      return { ticket: aTicket({ id: body.link_ticket_id }) };
    },
    async unlinkTicket({ body }) {
      await quickly();
      return { ticket: aTicket({ id: body.link_ticket_id }) };
    },
    allAgents: () => [anAgent({ id: 2, first_name: 'Dev', last_name: 'Patel' })],
    async notes() {
      await quickly();
      return notes;
    },
    async addNote({ params, body }) {
      await quickly();
      const note = aNote({ id: notes.length + 1, ticket_id: params.ticket_id, notes: body.notes });
      notes = [note, ...notes];
      return note;
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
