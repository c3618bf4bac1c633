/** @jest-environment jsdom */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { aCustomer, aProfile, aTicket, createFakePorts, mountPanel, type Answers } from '@inbox/panel/testing';
import { ApiError } from '@inbox/api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../panel';

const ticket = aTicket({ id: 7, conversation_id: 70, owner_id: 1, full_name: 'Rohit Khanna' });

beforeEach(() => localStorage.clear());

async function show(answers: Answers = {}, isAdmin = true, shown = ticket) {
  const fake = createFakePorts({
    profile: aProfile({ is_store_admin: isAdmin }),
    answers: {
      customerTicket: () => ({ ticket: shown }),
      customerDetails: () => aCustomer({ id: 3, full_name: 'Rohit Khanna' }),
      customerTickets: () => [],
      sameCustomers: () => ({ matches: [], joins: [] }),
      ...answers,
    },
  });
  await mountPanel(panel, { fake, props: { ticketId: 7 } });
  return fake;
}
const choose = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about this customer' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

it('erases once the name is typed, and not before', async () => {
  const fake = await show({ eraseCustomer: () => ({ erasure: 4, tickets: 3 }) });
  await choose('Erase customer…');
  const question = within(await screen.findByRole('dialog', { name: 'Erase this customer?' }));
  const field = question.getByRole('textbox', { name: 'Type Rohit Khanna to confirm' });
  await userEvent.type(field, 'Rohit{Enter}');
  expect(question.getByRole('alert')).toHaveTextContent('This is not the name of the customer.');
  expect(fake.calls.filter(({ name }) => name === 'eraseCustomer')).toEqual([]);
  await userEvent.type(field, ' khanna ');
  expect(question.queryByRole('alert')).toBeNull();
  await userEvent.click(question.getByRole('button', { name: 'Erase for good' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const [call] = fake.calls.filter(({ name }) => name === 'eraseCustomer');
  expect(call?.input).toMatchObject({ params: { conversation_id: 70 }, body: { name: 'Rohit khanna ' } });
});

it('keeps the question when the server refuses, and says why', async () => {
  await show({
    eraseCustomer: () => {
      throw new ApiError('refused', 'Only store admins may export and erase customers.', { status: 403 });
    },
  });
  await choose('Erase customer…');
  const question = within(await screen.findByRole('dialog'));
  await userEvent.type(question.getByRole('textbox'), 'Rohit Khanna{Enter}');
  expect(await question.findByRole('alert')).toHaveTextContent('Only store admins');
});

it('saves the export as a zip', async () => {
  const asked: string[] = [];
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await show({
    file(path) {
      asked.push(path);
      return new Blob(['zip']);
    },
  });
  await choose('Export data');
  expect(asked).toEqual([expect.stringContaining('/api/inbox/conversations/70/customer/export/')]);
  expect(saved).toEqual(['Rohit Khanna.zip']);
});

it('has no menu for other agents, and nothing to be done with an erased customer', async () => {
  await show({}, false);
  expect(await screen.findByText('Rohit Khanna')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More about this customer' })).toBeNull();
});

it('says that the customer was erased in the place of all sections', async () => {
  await show({}, true, { ...ticket, erased_at: '2026-11-24T01:00:00.000Z' });
  expect(await screen.findByText('This customer was erased.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
