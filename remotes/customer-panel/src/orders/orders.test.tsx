/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { orderSchema } from '@inbox/domain';
import {
  aCheckout,
  aCustomer,
  anOrder,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
} from '@inbox/panel/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

const ticket = aTicket({ id: 7, conversation_id: 70 });

afterEach(() => localStorage.clear());

/** The panel with its Orders section open. */
async function mountFor(answers: Answers = {}) {
  const fake = createFakePorts({
    open: ticket.id,
    answers: {
      customerDetails: () => aCustomer(),
      customerTickets: () => [],
      customerOrders: () => [anOrder(), anOrder({ order_number: '10481', is_cod: false, is_cancelled: true })],
      customerCheckouts: () => [aCheckout({ is_converted: true })],
      customerShop: () => null,
      ...answers,
    },
  });
  fake.setCurrentTicket(ticket);
  const mounted = await mountPanel(panel, { fake });
  await mounted.ready();
  const user = userEvent.setup();
  expect(fake.calls.some(({ name }) => name === 'customerOrders')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Orders' }));
  return { ...mounted, user };
}

const card = (number: string) => screen.findByRole('article', { name: number });
const asked = (fake: { calls: { name: string }[] }, name: string) =>
  fake.calls.filter((call) => call.name === name).length;

describe('orders', () => {
  it('are loaded when the section is first opened, and say the whole of one at a time', async () => {
    const { user } = await mountFor();
    const [first, second] = [await card('#10482'), await card('#10481')];
    expect(first).toHaveTextContent('#10482₹1,24,860.0021 Nov, 2026CODIn transit');
    expect(second).toHaveTextContent('PrepaidCancelled');
    await user.click(within(first).getByRole('button', { name: 'More details' }));
    const facts = [
      ...['rohit.k@mail.example', '919876543210', '₹140.00', 'Delhivery', 'AWB10482'],
      ...['Silk kurta', 'SKU KUR-7', '₹1,20,000.00', 'Dupatta', '₹5,000.00'],
    ];
    for (const fact of facts) expect(first).toHaveTextContent(fact);
    expect(within(first).getByRole('link', { name: 'Track shipment' })).toHaveAttribute(
      'href',
      'https://track.example/AWB10482',
    );
    await user.click(within(second).getByRole('button', { name: 'More details' }));
    expect(within(first).getByRole('button', { name: 'More details' })).toHaveAttribute('aria-expanded', 'false');
    await user.click(within(second).getByRole('button', { name: 'Show Less' }));
    expect(screen.queryByRole('button', { name: 'Show Less' })).toBeNull();
  });

  it.each([
    ['USD', '$49.50', '$9.00'],
    ['JPY', '¥50', '¥9'],
    ['KWD', 'KWD 49.500', 'KWD 9.000'],
    ['QQQ', 'QQQ 49.50', 'QQQ 9.00'],
    [null, '49.50', '9.00'],
  ])('of the currency %s show it with every amount, and no rupees', async (currency, total, line) => {
    const paid = { currency, total_order_price: 49.5, total_discounts: 9, line_items: [{ name: 'Stole', price: 9 }] };
    const { user } = await mountFor({ customerOrders: () => [orderSchema.parse({ ...anOrder(), ...paid })] });
    const shown = await card('#10482');
    await user.click(within(shown).getByRole('button', { name: 'More details' }));
    expect(shown).toHaveTextContent(`#10482${total}21 Nov, 2026`);
    expect(shown).toHaveTextContent(`Discounts${line}`);
    expect(shown).toHaveTextContent(`Stole${line}`);
    expect(shown).not.toHaveTextContent('₹');
  });

  it('that there are none is said, with a way to reload', async () => {
    const { fake, user } = await mountFor({ customerOrders: () => [] });
    await screen.findByText('No orders!');
    expect(screen.getByText('No orders data available for this customer.')).toBeVisible();
    expect(screen.getByText('Try reloading this page.')).toBeVisible();
    fake.answer({ customerOrders: () => [anOrder()] });
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    await card('#10482');
  });

  it('that cannot be loaded say so in their own section, and Retry asks again', async () => {
    const { fake, user } = await mountFor({
      customerOrders: () => {
        throw new ApiError('refused', 'The shop does not answer.', { status: 409 });
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The shop does not answer.');
    expect(screen.getByText('₹1,24,860.00 spent')).toBeVisible();
    fake.answer({ customerOrders: () => [anOrder()] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await card('#10482');
  });

  it('by the hundred come twenty at a time', async () => {
    const many = Array.from({ length: 500 }, (_, n) => anOrder({ order_number: String(n + 1) }));
    const { user } = await mountFor({ customerOrders: () => many });
    await card('#1');
    expect(screen.getAllByRole('article')).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Show more (20 of 500)' }));
    expect(screen.getAllByRole('article')).toHaveLength(40);
  });

  it('lead nowhere by an address that is not of the web, and show markup as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { user, element } = await mountFor({
      customerOrders: () => [
        anOrder({
          order_number: evil,
          order_url: 'javascript:alert(1)',
          fulfillment_status: evil,
          user_email: evil,
          line_items: [{ name: evil, sku: evil, price: 1 }],
          shipment_details: {
            fulfillment_status: evil,
            shipment_company: evil,
            shipment_tracking_id: evil,
            shipment_tracking_url: 'data:text/html,<script>alert(1)</script>',
          },
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'More details' }));
    expect(screen.queryByRole('link')).toBeNull();
    expect(element.querySelector('img, script')).toBeNull();
    expect(screen.getAllByText(evil).length).toBeGreaterThanOrEqual(5);
  });
});

describe('a shop that does not answer', () => {
  const stale = (as_of: string | null) => ({ customerShop: () => ({ as_of, is_stale: true }) });

  it('is said, with the time of what is shown, and Retry asks again', async () => {
    const { fake, user } = await mountFor(stale('2026-11-22T06:00:00Z'));
    await card('#10482');
    const notice = screen.getByText(/^The shop does not answer\. This is as of 22 Nov 2026, \d\d:\d\d [ap]m\.$/i);
    fake.answer({ customerShop: () => ({ as_of: '2026-11-22T06:30:00Z', is_stale: false }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    await card('#10482');
  });

  it('and never did is an error in its own section while nothing is known', async () => {
    const { fake, user } = await mountFor({ ...stale(null), customerOrders: () => [] });
    expect(await screen.findByRole('alert')).toHaveTextContent('The shop does not answer.');
    expect(screen.queryByText('No orders!')).toBeNull();
    fake.answer({ customerShop: () => null });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('No orders!');
  });

  it('may have more than is known', async () => {
    await mountFor(stale(null));
    await card('#10482');
    expect(screen.getByText('The shop does not answer. There may be more.')).toBeVisible();
  });

  it('is not taken for one when its age cannot be had', async () => {
    await mountFor({
      customerShop: () => {
        throw new ApiError('refused', 'There is no such call.', { status: 404 });
      },
    });
    await card('#10482');
    expect(screen.queryByText(/The shop does not answer/)).toBeNull();
  });
});

describe('what stands in an order', () => {
  it('is put into the reply of this ticket', async () => {
    const { fake, user } = await mountFor();
    const inserted: unknown[] = [];
    fake.join('conversation').handle('reply.insert', (payload) => void inserted.push(payload));
    await user.click(within(await card('#10482')).getByRole('button', { name: 'More details' }));
    await user.click(screen.getByRole('button', { name: 'Add number to reply' }));
    expect(await screen.findByText('Added to the reply.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add tracking link to reply' }));
    await waitFor(() =>
      expect(inserted).toEqual([
        { ticket_id: 7, text: '10482' },
        { ticket_id: 7, text: 'https://track.example/AWB10482' },
      ]),
    );
  });

  it('says so where no conversation is there to take it', async () => {
    const { user } = await mountFor();
    await user.click(within(await card('#10482')).getByRole('button', { name: 'More details' }));
    await user.click(screen.getByRole('button', { name: 'Add number to reply' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Open the conversation to write into its reply.');
  });

  it('is copied', async () => {
    const { user } = await mountFor();
    await user.click(within(await card('#10482')).getByRole('button', { name: 'More details' }));
    await user.click(screen.getByRole('button', { name: 'Copy tracking link' }));
    await expect(navigator.clipboard.readText()).resolves.toBe('https://track.example/AWB10482');
  });
});

describe('abandoned checkouts', () => {
  it('have a tab of their own, are loaded when it is first shown, and have their own date', async () => {
    const { fake, user } = await mountFor();
    await card('#10482');
    expect(asked(fake, 'customerCheckouts')).toBe(0);
    screen.getByRole('tab', { name: 'Orders' }).focus();
    await user.keyboard('{ArrowRight}');
    const checkout = await card('#CHK900');
    expect(checkout).toHaveTextContent('21st Nov, 2026CODOrdered later');
    expect(screen.getByRole('tabpanel', { name: 'Abandoned Checkouts' })).toContainElement(checkout);
  });
});
