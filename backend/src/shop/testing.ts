import type { SimulatedCheckout, SimulatedOrder } from '@inbox/simulate';

const at = '2026-11-20T06:00:00Z';

/** An order of Rohit's, on its way. */
export const simulatedOrder = (given: Partial<SimulatedOrder> = {}): SimulatedOrder => ({
  id: 1001,
  name: '#1001',
  email: 'rohit@mail.example',
  phone: null,
  customer: null,
  created_at: at,
  updated_at: at,
  cancelled_at: null,
  order_status_url: 'https://shop.example/orders/1001',
  gateway: 'Cash on Delivery (COD)',
  total_price: '1249.00',
  total_discounts: '50.00',
  line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: '1299.00' }],
  shipment: { status: 'in_transit', company: 'Delhivery', number: 'AWB77', url: 'https://track.example/AWB77' },
  ...given,
});

export const simulatedCheckout = (given: Partial<SimulatedCheckout> = {}): SimulatedCheckout => ({
  id: 900,
  email: 'rohit@mail.example',
  customer: { id: 5, email: 'rohit@mail.example', phone: null, updated_at: at },
  created_at: at,
  updated_at: at,
  completed_at: null,
  url: 'https://shop.example/checkouts/900',
  total_price: '799.00',
  line_items: [{ name: 'Khadi stole', sku: null, price: '799.00' }],
  ...given,
});
