import { describe, expect, it } from '@jest/globals';
import type { Customer } from '../customers/customer';
import { RUPEES } from '../text/money';
import type { Order } from '../customers/order';
import { hasPlaceholders, NOT_FOUND, PLACEHOLDER_NAMES, resolvePlaceholders } from './placeholders';

const customer: Customer = {
  first_name: 'Rohit',
  last_name: 'Khanna',
  full_name: 'Rohit Khanna',
  email: 'rohit@mail.example',
  phone: '9876543210',
  city: 'Pune',
  pin: '411001',
  address: '12 Temple Road',
  analytics: null,
};

const order = (number: string): Order => ({
  order_number: number,
  order_url: null,
  order_created_at: '2026-11-01T00:00:00.000Z',
  is_cod: true,
  is_cancelled: false,
  fulfillment_status: 'in_transit',
  currency: RUPEES,
  total_order_price: 124_860,
  total_discounts: 0,
  user_email: null,
  user_phone_number: null,
  line_items: [
    { name: 'Kurta', sku: null, price: 900 },
    { name: 'Dupatta', sku: null, price: 300 },
  ],
  shipment_details: {
    fulfillment_status: 'in_transit',
    shipment_company: 'Delhivery',
    shipment_tracking_id: 'AWB1',
    shipment_tracking_url: 'https://track.example/AWB1',
  },
});

const known = { customer, orders: [order('10482'), order('10001')] };

describe('a placeholder', () => {
  it.each([
    ['userFirstName', 'Rohit'],
    ['userName', 'Rohit Khanna'],
    ['userEmail', 'rohit@mail.example'],
    ['userPhone', '9876543210'],
    ['userAddress', '12 Temple Road'],
    ['userAddressCity', 'Pune'],
    ['userAddressPinCode', '411001'],
    ['lastOrderNumber', '10482'],
    ['lastOrderPrice', '₹1,24,860.00'],
    ['lastOrderTrackingUrl', 'https://track.example/AWB1'],
    ['lastOrderAWB', 'AWB1'],
    ['lastOrderShippingCompany', 'Delhivery'],
    ['lastOrderShipmentStatus', 'in_transit'],
    ['lastOrderProducts', 'Kurta, Dupatta'],
  ])('%s is the first order’s or the customer’s: %s', (name, value) => {
    expect(resolvePlaceholders(`a {{${name}}} b {{ ${name} }}`, known)).toBe(`a ${value} b ${value}`);
  });

  it.each(PLACEHOLDER_NAMES)('%s without a value becomes NOT_FOUND', (name) => {
    expect(resolvePlaceholders(`{{${name}}}`, { customer: null, orders: [] })).toBe(NOT_FOUND);
  });

  it('that is none stays as it was written', () => {
    const text = '{{toString}} {{ nobody }} {userName} {{}}';
    expect(hasPlaceholders(text)).toBe(false);
    expect(resolvePlaceholders(text, known)).toBe(text);
  });

  it('within a value is not resolved again', () => {
    const sly = { ...customer, first_name: '{{userPhone}}' };
    expect(resolvePlaceholders('{{userFirstName}}', { customer: sly, orders: [] })).toBe('{{userPhone}}');
  });
});
