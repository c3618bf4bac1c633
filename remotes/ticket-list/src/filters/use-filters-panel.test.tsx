/** @jest-environment jsdom */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { messages } from '../messages';
import { layOut } from '../testing/lay-out';
import { showList } from '../testing/list-screen';

/** How many more requests for the code are lost. */
let losses = 0;
jest.mock('./filters-panel', () => {
  losses -= 1;
  if (losses >= 0) throw new Error('Loading chunk 7 failed.');
  return jest.requireActual('./filters-panel');
});

beforeEach(() => layOut());

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Filter' }));

it('says so when the code of the filters does not come, and Retry in the toast loads and opens them', async () => {
  losses = Infinity;
  const { fake } = await showList([]);
  press();
  const failed = { kind: 'error', text: messages.filters.failed, action: { label: 'Retry' } };
  await waitFor(() => expect(fake.toasts).toMatchObject([failed]));
  losses = 0;
  fake.pressToast();
  expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeVisible();
});

it('asks for it once more when a request for it was lost', async () => {
  losses = 1;
  const { fake } = await showList([]);
  press();
  expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(fake.toasts).toEqual([]);
});
