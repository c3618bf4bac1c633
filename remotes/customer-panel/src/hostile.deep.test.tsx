/** @jest-environment jsdom */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { VECTORS, type Vector } from '@inbox/domain/testing/hostile';
import {
  aCheckout,
  aCustomer,
  aCustomField,
  aNote,
  anOrder,
  aProfile,
  aTicket,
  createFakePorts,
  foundHostile,
  mountPanel,
  type Answers,
} from '@inbox/panel/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import panel from './panel';

const ticket = aTicket({ id: 7, conversation_id: 70, owner_id: 1 });
const trap = jest.fn();

beforeEach(() => {
  localStorage.clear();
  trap.mockClear();
  // What a vector calls when it runs: this jsdom runs scripts.
  Object.assign(globalThis, { trap });
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
});

/** The panel with one of its sections open. */
async function showSection(name: string, answers: Answers, owner = true) {
  const shown = owner ? ticket : aTicket({ ...ticket, owner_id: 2 });
  const fake = createFakePorts({
    profile: aProfile({ is_store_admin: false }),
    open: shown.id,
    answers: { customerDetails: () => aCustomer(), customerTickets: () => [], allAgents: () => [], ...answers },
  });
  fake.setCurrentTicket(shown);
  const { element } = await mountPanel(panel, { fake });
  fireEvent.click(await screen.findByRole('button', { name }));
  return element;
}

const tried = ({ content, mark }: Vector) => `${content} ${mark}`;
const marks = VECTORS.map(({ mark }) => mark);
/** A mark that stands nowhere is an attempt that was not made. */
const missing = (text: string, of: readonly string[] = marks) => of.filter((mark) => !text.includes(mark));
function expectInert(): void {
  expect(foundHostile(document.body)).toEqual([]);
  expect(trap).not.toHaveBeenCalled();
}

/** Texts and addresses of an order. */
const SLOTS = 8;
function orderOf(vectors: readonly Vector[], n: number) {
  const [number = '', status = '', email = '', name = '', sku = '', company = '', awb = '', url = ''] =
    vectors.map(tried);
  return anOrder({
    order_number: `${n} ${number}`,
    order_url: vectors[7]?.content ?? null,
    fulfillment_status: status,
    user_email: email,
    line_items: [{ name, sku, price: 1 }],
    shipment_details: {
      fulfillment_status: url,
      shipment_company: company,
      shipment_tracking_id: awb,
      shipment_tracking_url: vectors[0]?.content ?? null,
    },
  });
}

it('orders show the whole hostile corpus as text, and lead only to the web', async () => {
  const orders = Array.from({ length: Math.ceil(VECTORS.length / SLOTS) }, (_, n) =>
    orderOf(VECTORS.slice(n * SLOTS, (n + 1) * SLOTS), n),
  );
  const element = await showSection('Orders', {
    customerOrders: () => orders,
    customerCheckouts: () => VECTORS.slice(0, 20).map((vector) => aCheckout({ checkout_id: tried(vector) })),
    customerShop: () => null,
  });
  await screen.findAllByRole('article');
  for (let more = moreButton(); more; more = moreButton()) fireEvent.click(more);
  const cards = element.querySelectorAll<HTMLElement>('article');
  expect(cards).toHaveLength(orders.length);
  let text = '';
  for (const card of cards) {
    fireEvent.click(within(card).getByText('More details'));
    text += card.textContent;
    expect(foundHostile(card)).toEqual([]);
  }
  expect(missing(text)).toEqual([]);
  expectInert();
}, 60_000);
const moreButton = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Show more'));

it.each([
  ['that may be changed', true],
  ['that are only read', false],
])(
  'custom fields %s show the whole hostile corpus as text',
  async (_, owner) => {
    // A name, an option and a value have a mark of their own each.
    const [names, options, values] = ['name', 'option', 'value'].map((where) =>
      VECTORS.map(({ content, mark }) => `${content} ${where}${mark}`),
    ) as [string[], string[], string[]];
    const fields = names.map((field_name, at) => aCustomField({ id: at + 1, field_name }));
    const many = aCustomField({
      id: 9_001,
      field_name: 'Many',
      field_type: 'multiple_input',
      is_fixed_values: true,
      pre_defined_options: options.map((field_value) => ({ field_value, sub_fields: [] })),
    });
    const said = { ...Object.fromEntries(values.map((value, at) => [at + 1, [value]])), 9_001: options };
    const element = await showSection(
      'Custom Fields',
      { customFields: () => [...fields, many], fieldValues: () => ({ values: said, rev: 1 }) },
      owner,
    );
    await screen.findByText('Many');
    const written = [...element.querySelectorAll('input')].map(({ value }) => value);
    const text = `${element.textContent}${written.join(' ')}`;
    for (const where of ['name', 'option', 'value'])
      expect(
        missing(
          text,
          marks.map((mark) => where + mark),
        ),
      ).toEqual([]);
    expectInert();
  },
  60_000,
);

it('notes show what is left of the whole hostile corpus, and nothing of it runs or loads', async () => {
  // jsdom lets these run in a document that only was parsed, as no browser does: they are tried in the journey of notes.
  const hostile = VECTORS.filter(({ content }) => !/<details/i.test(content));
  const element = await showSection('Internal Notes/Comments', {
    notes: () =>
      hostile.map((vector, at) =>
        aNote({ id: at + 1, notes: `${vector.content}<p>after ${at}</p>`, agent_name: tried(vector) }),
      ),
  });
  const notes = await screen.findByRole('list', { name: 'Notes' });
  expect(notes.querySelectorAll('[data-note-id]')).toHaveLength(hostile.length);
  expect(
    missing(
      element.textContent ?? '',
      hostile.map(({ mark }) => mark),
    ),
  ).toEqual([]);
  expect(notes.querySelectorAll('form, svg, style, input')).toHaveLength(0);
  expectInert();
}, 60_000);
