/** @jest-environment jsdom */
import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { VECTORS, type Vector } from '@inbox/domain/testing/hostile';
import { aCustomer, anOrder, aQuickReply, foundHostile, mountPanel, type FakePorts } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import panel from './panel';
import { layOut } from './testing/lay-out';
import { worldWith } from './testing/world';

const trap = jest.fn();

beforeAll(layOut);
beforeEach(() => {
  localStorage.clear();
  trap.mockClear();
  // What a vector calls when it runs: this jsdom runs scripts.
  Object.assign(globalThis, { trap });
});

const tried = ({ content, mark }: Vector) => `${content} ${mark}`;
function expectInert(): void {
  expect(foundHostile(document.body)).toEqual([]);
  expect(trap).not.toHaveBeenCalled();
}
/** So many are in view. */
const IN_VIEW = 6;
const batches = Array.from({ length: Math.ceil(VECTORS.length / IN_VIEW) }, (_, n) =>
  VECTORS.slice(n * IN_VIEW, (n + 1) * IN_VIEW),
);
const repliesOf = (vectors: readonly Vector[]) =>
  vectors.map((vector, at) => aQuickReply({ id: at + 1, shortcut: `/${tried(vector)}`, message: tried(vector) }));
const refresh = (fake: FakePorts) => act(async () => fake.shell.emit('refresh.requested', {}));

it('the list shows the whole hostile corpus as text, in shortcuts and in messages', async () => {
  let shown: readonly Vector[] = [];
  const fake = worldWith({ quickReplies: () => repliesOf(shown) });
  const { element } = await mountPanel(panel, { fake });
  for (const batch of batches) {
    shown = batch;
    await refresh(fake);
    await waitFor(() => expect(element.textContent).toContain(batch.at(-1)?.mark));
    // In the shortcut and in the message.
    for (const { mark } of batch) expect(element.textContent?.split(mark)).toHaveLength(3);
    expectInert();
  }
});

it('the form and its preview show the whole hostile corpus as text, also where it is a customer’s name', async () => {
  const name = VECTORS[0];
  const fake = worldWith({
    quickReplies: () => [],
    customerDetails: () => aCustomer({ first_name: name === undefined ? 'Rohit' : tried(name) }),
    customerOrders: () => [anOrder()],
  });
  await mountPanel(panel, { fake });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Quick Reply' }));
  const message = await screen.findByRole('textbox', { name: 'Message' });
  for (const batch of batches) {
    fireEvent.change(message, { target: { value: `{{userFirstName}} ${batch.map(tried).join(' ')}` } });
    await waitFor(() => {
      for (const { mark } of batch) expect(screen.getByLabelText('Preview').textContent).toContain(mark);
    });
    expect(foundHostile(screen.getByLabelText('Preview'))).toEqual([]);
  }
  expectInert();
});
