/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { box, lookedAt, mounted, rohit, sends, world } from '../testing/reply-world';

beforeEach(() => {
  localStorage.clear();
  lookedAt();
});

it.each([
  ['a misspelt placeholder', 'Dear {{userFristName}}', /\{\{userFristName\}\}, which is no placeholder/],
  ['a placeholder without a value', 'Parcel {{lastOrderAWB}}', 'A value of this quick reply was not found.'],
  ['more than the channel takes', 'x'.repeat(5_000), /too long: this channel takes 4,096/],
])('refuses reply.send of a text with %s, and says why', async (_, text, words) => {
  const fake = await mounted(world({ customerOrders: () => [] }));
  await box();
  const sending = fake.join('quick-replies').send('reply.send', { ticket_id: rohit.id, text });
  await act(() => expect(sending).rejects.toThrow(words));
  expect(sends(fake)).toEqual([]);
});
