/** @jest-environment jsdom */
import { ApiError, type FieldValuesAnswer } from '@inbox/api';
import type { CustomField, FieldValues, Ticket } from '@inbox/domain';
import {
  aCustomField,
  aLiveEvent,
  aLog,
  aProfile,
  aTicket,
  createFakePorts,
  mountPanel,
  refusalOr,
  saidOfFaults,
  type Answers,
} from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

const rohit = aTicket({ id: 7, conversation_id: 70 });
const priya = aTicket({ id: 8, conversation_id: 80 });
const sibling = aTicket({ id: 9, conversation_id: 70 });

const option = (field_value: string, ...sub_fields: CustomField[]) => ({ field_value, sub_fields });
const reason = aCustomField({
  id: 1,
  field_name: 'Reason',
  is_required: true,
  is_fixed_values: true,
  pre_defined_options: [
    option('Late', aCustomField({ id: 2, field_name: 'Courier', is_required: true })),
    option('Other'),
  ],
});
const colours = aCustomField({
  id: 3,
  field_name: 'Colours',
  field_type: 'multiple_input',
  is_fixed_values: true,
  pre_defined_options: [option('Red'), option('Blue')],
});
const products = aCustomField({ id: 4, field_name: 'Products', field_type: 'multiple_input' });
const city = aCustomField({ id: 5, field_name: 'City', pre_defined_options: [option('Pune'), option('Agra')] });
const fields = [reason, colours, products, city];

/** A server that stores what it is sent, ticket by ticket. */
function createStore(initial: Record<number, FieldValues> = {}) {
  const byTicket = new Map<number, FieldValuesAnswer>(
    Object.entries(initial).map(([id, values]) => [Number(id), { values, rev: 1 }]),
  );
  const of = (id: number) => byTicket.get(id) ?? { values: {}, rev: 0 };
  const set = (id: number, values: FieldValues) => {
    byTicket.set(id, { values, rev: of(id).rev + 1 });
    return of(id);
  };
  return { of, set };
}

const user = userEvent.setup();

async function mountFor({
  initial = {},
  answers = {},
  ticket = rohit,
  fake: given,
}: {
  initial?: Record<number, FieldValues>;
  answers?: Answers;
  ticket?: Ticket;
  fake?: ReturnType<typeof createFakePorts>;
} = {}) {
  const store = createStore(initial);
  const fake =
    given ??
    createFakePorts({
      open: ticket.id,
      answers: {
        customerDetails: () => new Promise(() => undefined),
        customerTickets: () => new Promise(() => undefined),
        customFields: () => fields,
        fieldValues: ({ params }) => store.of(params.ticket_id),
        saveFieldValues: ({ params, body: { rev: _rev, ...values } }) =>
          store.set(params.ticket_id, values as FieldValues),
        ...answers,
      },
    });
  fake.setCurrentTicket(ticket);
  const mounted = await mountPanel(panel, { fake });
  await user.click(screen.getByRole('button', { name: 'Custom Fields' }));
  const show = (other: Ticket) =>
    act(() => {
      fake.openTicket(other.id);
      fake.setCurrentTicket(other);
    });
  return { ...mounted, fake, store, show };
}
const section = () => screen.getByRole('group', { name: 'Custom Fields' });
const input = (name: string) => within(section()).findByRole('combobox', { name });
const text = (name: string) => within(section()).findByRole('textbox', { name });
const update = () => within(section()).getByRole('button', { name: 'Update' });
const saves = (fake: ReturnType<typeof createFakePorts>) => fake.calls.filter(({ name }) => name === 'saveFieldValues');
const savedBy = (ticket: Ticket) =>
  aLiveEvent({ items: [aLog({ ticket_id: ticket.id, conversation_id: ticket.conversation_id, event: 'fields' })] });

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe('custom fields', () => {
  it('are loaded when the section is first opened, with skeletons', async () => {
    const fake = createFakePorts({ open: rohit.id, answers: { customFields: () => new Promise(() => undefined) } });
    fake.setCurrentTicket(rohit);
    await mountPanel(panel, { fake });
    expect(fake.calls.map(({ name }) => name)).not.toContain('customFields');
    await user.click(screen.getByRole('button', { name: 'Custom Fields' }));
    expect(within(section()).getByRole('status').children).toHaveLength(5);
  });

  it('are shown by kind, and sub-fields once their option is chosen', async () => {
    const { fake, store } = await mountFor();
    expect(await input('Reason')).toHaveProperty('tagName', 'SELECT');
    expect(within(section()).queryByRole('textbox', { name: 'Courier' })).toBeNull();
    await user.selectOptions(await input('Reason'), 'Late');
    await user.type(await text('Courier'), 'BlueDart');

    await user.click(await input('Colours'));
    await user.click(screen.getByRole('option', { name: 'Blue' }));
    await user.type(await input('Products'), 'Kurta{Enter}Stole');
    await user.type(await input('City'), 'pun{ArrowDown}{Enter}');
    await user.click(update());
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'success', text: 'Custom fields have been updated' }]));
    expect(store.of(7).values).toEqual({
      1: ['Late'],
      2: ['BlueDart'],
      3: ['Blue'],
      4: ['Kurta', 'Stole'],
      5: ['Pune'],
    });
    expect(saves(fake)).toMatchObject([{ input: { params: { ticket_id: 7 }, body: { rev: ['0'] } } }]);
  });

  it('take what is still being typed when Update is pressed', async () => {
    const { store } = await mountFor({ initial: { 7: { 1: ['Other'] } } });
    await user.type(await input('Products'), 'Stole');
    await user.click(update());
    await waitFor(() => expect(store.of(7).values).toEqual({ 1: ['Other'], 4: ['Stole'] }));
  });

  it('submit what is visible alone', async () => {
    const { store } = await mountFor({ initial: { 7: { 1: ['Late'], 2: ['BlueDart'] } } });
    await user.selectOptions(await input('Reason'), 'Other');
    await user.click(update());
    await waitFor(() => expect(store.of(7).values).toEqual({ 1: ['Other'] }));
  });

  it('name the required ones that are empty, and go to the first', async () => {
    const { fake } = await mountFor();
    await user.click(await within(section()).findByRole('button', { name: 'Update' }));
    expect(fake.toasts).toEqual([{ kind: 'error', text: 'Please fill out Reason' }]);
    expect(await input('Reason')).toHaveFocus();
    expect(await input('Reason')).toHaveAttribute('aria-invalid', 'true');
    await user.selectOptions(await input('Reason'), 'Late');
    expect(await input('Reason')).toHaveAttribute('aria-invalid', 'false');
    await user.click(update());
    expect(fake.toasts.at(-1)?.text).toBe('Please fill out Courier');
    expect(saves(fake)).toEqual([]);
  });

  it('say that they are being updated, and take no second click', async () => {
    let answer = (_: FieldValuesAnswer) => {};
    const { fake } = await mountFor({
      initial: { 7: { 1: ['Other'] } },
      answers: { saveFieldValues: () => new Promise((resolve) => (answer = resolve)) },
    });
    await user.type(await input('City'), 'Kochi');
    await user.click(update());
    const button = within(section()).getByRole('button', { name: 'Updating' });
    expect(button).toBeDisabled();
    await user.type(await input('City'), '{Enter}');
    expect(saves(fake)).toHaveLength(1);
    await act(async () => answer({ values: { 1: ['Other'], 5: ['Kochi'] }, rev: 2 }));
    expect(update()).toBeEnabled();
    expect(section()).not.toHaveTextContent('not saved yet');
  });

  it('say what came of it when they cannot be saved, and lose nothing', async () => {
    const { fake } = await mountFor({ initial: { 7: { 1: ['Other'] } } });
    await user.type(await input('City'), 'Kochi');
    const failed = async (error: ApiError) => {
      fake.answer({ saveFieldValues: () => Promise.reject(error) });
      fake.toasts.length = 0;
      fireEvent.click(update());
      await waitFor(() => expect(fake.toasts).toHaveLength(1));
      await waitFor(() => expect(update()).toBeEnabled());
      expect(await input('City')).toHaveValue('Kochi');
      return fake.toasts[0]?.text;
    };
    expect(await saidOfFaults(failed)).toEqual(refusalOr('Custom fields could not be updated'));
    const odd = new ApiError('refused', 'City is odd', { status: 400, fields: { 5: ['Odd'] } });
    expect(await failed(odd)).toBe('City is odd');
    expect(await input('City')).toHaveAccessibleDescription('Odd');
    await user.type(await input('City'), '!');
    expect(await input('City')).toBeValid();
  });

  it('keep the server’s message and status code when they cannot be loaded, and try again', async () => {
    const { fake } = await mountFor({
      answers: {
        customFields: () => {
          throw new ApiError('refused', 'Not now', { status: 409 });
        },
      },
    });
    expect(await within(section()).findByRole('alert')).toHaveTextContent('Not now (409)');
    fake.answer({ customFields: () => fields });
    await user.click(within(section()).getByRole('button', { name: 'Retry' }));
    await input('Reason');
  });

  it('point to the settings when there are none, and follow the operator', async () => {
    const { fake } = await mountFor({ answers: { customFields: () => [] } });
    expect(await within(section()).findByText(/^No custom fields available\./)).toBeVisible();
    await user.click(within(section()).getByRole('button', { name: 'Settings > Inbox > Custom Fields' }));
    expect(fake.navigations).toEqual([{ to: 'inbox-settings' }]);
    fake.answer({ customFields: () => fields });
    await act(() => fake.shell.emit('live.settings.changed', { type: 'settings.changed' }));
    await input('Reason');
  });

  it('are read-only for who may not act, and editable for a store admin', async () => {
    const theirs = { ...rohit, owner_id: aTicket({ owner_id: 99 }).owner_id };
    const { unmount } = await mountFor({ ticket: theirs, initial: { 7: { 1: ['Late'], 2: ['BlueDart'] } } });
    expect(await within(section()).findByText('BlueDart')).toBeVisible();
    expect(section()).toHaveTextContent('Only the owner of this ticket may change these.');
    expect(within(section()).queryByRole('button')).toBeNull();
    await unmount();
    const fake = createFakePorts({
      open: 7 as Ticket['id'],
      profile: aProfile({ is_store_admin: true }),
      answers: { customFields: () => fields, fieldValues: () => ({ values: {}, rev: 0 }) },
    });
    localStorage.clear();
    await mountFor({ ticket: theirs, fake });
    await input('Reason');
  });

  it('show a value that is no longer offered as such', async () => {
    await mountFor({ initial: { 7: { 1: ['Gone'], 3: ['Green'] } } });
    expect(await input('Reason')).toHaveDisplayValue('Gone (no longer offered)');
    expect(section()).toHaveTextContent('Green (no longer offered)');
  });
});

describe('what is not saved yet', () => {
  it('is there again after another ticket, also of the same conversation, and after a reload', async () => {
    const { fake, show, unmount } = await mountFor();
    await user.type(await input('City'), 'Kochi');
    for (const other of [sibling, priya]) {
      await show(other);
      expect(await input('City')).toHaveValue('');
      await show(rohit);
      await waitFor(async () => expect(await input('City')).toHaveValue('Kochi'));
    }
    expect(section()).toHaveTextContent('not saved yet');
    await unmount();
    localStorage.removeItem('inbox.customer-panel.1.open-sections');
    await mountFor({ fake });
    expect(await input('City')).toHaveValue('Kochi');
    await user.click(within(section()).getByRole('button', { name: 'Discard changes' }));
    expect(await input('City')).toHaveValue('');
    expect(Object.keys(localStorage).filter((key) => key.includes('fields.'))).toEqual([]);
  });

  it('is saved to the ticket that it was written for, though another is shown when the answer comes', async () => {
    let finish = () => {};
    const { fake, store, show } = await mountFor({
      initial: { 7: { 1: ['Other'] }, 8: { 1: ['Other'], 5: ['Agra'] } },
      answers: {
        saveFieldValues: ({ params, body: { rev: _rev, ...values } }) =>
          new Promise((resolve) => {
            finish = () => resolve(store.set(params.ticket_id, values as FieldValues));
          }),
      },
    });
    await user.type(await input('City'), 'Kochi');
    await user.click(update());
    await show(priya);
    await waitFor(async () => expect(await input('City')).toHaveValue('Agra'));
    // Each ticket is saved by itself.
    expect(update()).toBeEnabled();
    await act(async () => finish());
    expect(fake.toasts).toEqual([{ kind: 'success', text: '#7: Custom fields have been updated' }]);
    expect(await input('City')).toHaveValue('Agra');
    expect([store.of(7).values[5], store.of(8).values[5]]).toEqual([['Kochi'], ['Agra']]);
    await show(rohit);
    await waitFor(async () => expect(await input('City')).toHaveValue('Kochi'));
    expect(section()).not.toHaveTextContent('not saved yet');
    expect(saves(fake)).toHaveLength(1);
  });

  it('stays while a colleague saves; theirs appears elsewhere, and beside it', async () => {
    const { fake, store } = await mountFor({ initial: { 7: { 1: ['Other'] } } });
    await user.type(await input('City'), 'Kochi');
    store.set(7, { 1: ['Other'], 3: ['Red'], 5: ['Agra'] });
    await act(() => fake.emitLive(savedBy(priya)));
    expect(section()).not.toHaveTextContent('Red');
    await act(() => fake.emitLive(savedBy(rohit)));
    await within(section()).findByRole('button', { name: 'Remove Red from Colours' });
    expect(await input('City')).toHaveValue('Kochi');
    expect(await input('City')).toHaveAccessibleDescription(/A colleague has changed this to “Agra”/);
    await user.click(within(section()).getByRole('button', { name: 'Use theirs in City' }));
    expect(await input('City')).toHaveValue('Agra');
    expect(section()).not.toHaveTextContent('not saved yet');
  });

  it('does not overwrite what a colleague saved unseen', async () => {
    const { fake, store } = await mountFor({
      initial: { 7: { 1: ['Other'] } },
      answers: {
        saveFieldValues: () => {
          throw new ApiError('refused', 'A colleague has changed these fields meanwhile.', {
            status: 409,
            code: 'fields_changed',
          });
        },
      },
    });
    await user.type(await input('City'), 'Kochi');
    store.set(7, { 1: ['Other'], 5: ['Agra'] });
    await user.click(update());
    await within(section()).findByText('A colleague has changed this to “Agra”.');
    expect(fake.toasts.at(-1)?.text).toBe('A colleague has changed these fields meanwhile.');
    expect(await input('City')).toHaveValue('Kochi');
  });

  it('is nothing any more once a colleague has saved the same', async () => {
    const { fake, store, unmount } = await mountFor({ initial: { 7: { 1: ['Other'] } } });
    await user.type(await input('City'), 'Kochi');
    store.set(7, { 1: ['Other'], 5: ['Kochi'] });
    await act(() => fake.emitLive(savedBy(rohit)));
    await waitFor(() => expect(section()).not.toHaveTextContent('not saved yet'));
    expect(Object.keys(localStorage).filter((key) => key.includes('fields.'))).toEqual([]);
    await unmount();
  });
});
