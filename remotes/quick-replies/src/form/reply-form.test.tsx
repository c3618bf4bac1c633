/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { aCustomer, aQuickReply, mountPanel, type FakePorts } from '@inbox/panel/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';
import { layOut } from '../testing/lay-out';
import { asha, callsOf, choose, hello, row, texts, where, worldWith } from '../testing/world';

beforeAll(layOut);
beforeEach(() => localStorage.clear());

const shortcut = () => screen.getByRole('textbox', { name: 'Shortcut' });
const message = () => screen.getByRole('textbox', { name: 'Message' });
const form = () => screen.queryByRole('form', { name: 'Add Quick Replies' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

async function openForm(fake: FakePorts) {
  const mounted = await mountPanel(panel, { fake });
  await row('/Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Add quick reply' }));
  return mounted;
}

describe('the form', () => {
  it('is titled, has the focus and its placeholder, and closes by the arrow', async () => {
    const fake = worldWith();
    await openForm(fake);
    expect(screen.getByRole('heading', { name: 'Add Quick Replies' })).toBeVisible();
    expect(shortcut()).toHaveFocus();
    expect(shortcut()).toHaveAttribute('placeholder', '/ + For eg. U');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the quick replies' }));
    expect(form()).toBeNull();
    expect(fake.shown).toEqual([]);
    expect(screen.getByRole('button', { name: 'Add quick reply' })).toHaveFocus();
  });

  it('is opened by the button of an empty list', async () => {
    await mountPanel(panel, { fake: worldWith({ quickReplies: () => [] }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Add Quick Reply' }));
    expect(form()).not.toBeNull();
  });

  it('adds a quick reply, says so for three seconds, and closes', async () => {
    const stored = aQuickReply({ id: 3, shortcut: '/size', message: 'Within 15 days' });
    let answer = (_: typeof stored) => {};
    const fake = worldWith({ saveQuickReply: () => new Promise((resolve) => (answer = resolve)) });
    await openForm(fake);
    await userEvent.type(shortcut(), ' /size');
    await userEvent.type(message(), 'Within 15 days ');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Saving' }));
    expect(callsOf(fake, 'saveQuickReply')).toEqual([{ body: { shortcut: '/size', message: 'Within 15 days' } }]);
    fake.answer({ quickReplies: () => [hello, where, stored] });
    await act(async () => answer(stored));
    expect(fake.toasts).toEqual([{ kind: 'success', text: 'Shortcut has been added successfully', duration: 3000 }]);
    expect(form()).toBeNull();
    expect(await row('/size')).toHaveTextContent('Within 15 days');
  });

  it('edits the quick reply that it was opened for, whose shortcut is not compared', async () => {
    const fake = worldWith({ saveQuickReply: ({ body }) => aQuickReply({ ...hello, ...body }) });
    await mountPanel(panel, { fake });
    await choose('/Hello', 'Edit');
    expect(screen.getByRole('heading', { name: 'Add Quick Replies' })).toBeVisible();
    expect(message()).toHaveValue('Hello there');
    await userEvent.clear(shortcut());
    await userEvent.type(shortcut(), '/where');
    await save();
    await waitFor(() => expect(texts(fake)).toEqual(['Shortcut has been edited successfully']));
    expect(callsOf(fake, 'saveQuickReply')).toEqual([{ body: { id: 1, shortcut: '/where', message: 'Hello there' } }]);
  });

  it.each([
    ['hello', 'Hello', "Add '/' at the beginning of the shortcut", 'Shortcut'],
    ['', 'Hello', "Add '/' at the beginning of the shortcut", 'Shortcut'],
    ['/where', 'Hello', 'This shortcut already exists.', 'Shortcut'],
    ['/new', ' ', 'Write the message first.', 'Message'],
  ])('refuses %j with %j: %s', async (written, said, words, field) => {
    const fake = worldWith();
    await openForm(fake);
    if (written !== '') await userEvent.type(shortcut(), written);
    await userEvent.type(message(), said);
    await save();
    expect(fake.toasts).toEqual([{ kind: 'error', text: words, duration: 3000 }]);
    expect(screen.getByRole('textbox', { name: field })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: field })).toBeInvalid();
    await userEvent.type(screen.getByRole('textbox', { name: field }), 'x');
    expect(screen.getByRole('textbox', { name: field })).toBeValid();
    expect(callsOf(fake, 'saveQuickReply')).toEqual([]);
    expect(form()).not.toBeNull();
  });

  it('compares shortcuts exactly', async () => {
    const fake = worldWith({ saveQuickReply: ({ body }) => aQuickReply({ ...body, id: 3 }) });
    await openForm(fake);
    await userEvent.type(shortcut(), '/hello');
    await userEvent.type(message(), 'Hello{Enter}again');
    await save();
    expect(callsOf(fake, 'saveQuickReply')).toEqual([{ body: { shortcut: '/hello', message: 'Hello\nagain' } }]);
  });

  it.each([
    [new ApiError('refused', 'This shortcut already exists.', { status: 409 }), 'This shortcut already exists.'],
    [new ApiError('server', 'The database is away.', { status: 503 }), 'The database is away.'],
    [new ApiError('offline', 'No line'), 'There has been an error. Please try again in some time.'],
  ])('stays with what is written when saving fails: %s', async (error, words) => {
    const fake = worldWith({
      saveQuickReply() {
        throw error;
      },
    });
    await openForm(fake);
    await userEvent.type(shortcut(), '/new');
    await userEvent.type(message(), 'Hello');
    await save();
    await waitFor(() => expect(texts(fake)).toEqual([words]));
    expect([shortcut(), message()].map((field) => (field as HTMLInputElement).value)).toEqual(['/new', 'Hello']);
  });
});

describe('what is written', () => {
  it('outlives the form and the page, for each quick reply by itself, until it is discarded', async () => {
    const first = await openForm(worldWith());
    await userEvent.type(shortcut(), '/ne');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the quick replies' }));
    await choose('/where', 'Edit');
    expect(shortcut()).toHaveValue('/where');
    expect(screen.queryByText('This is what you wrote before.')).toBeNull();
    await first.unmount();

    await openForm(worldWith());
    expect(shortcut()).toHaveValue('/ne');
    expect(screen.getByText('This is what you wrote before.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(shortcut()).toHaveValue('');
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('is gone when it is saved', async () => {
    await openForm(worldWith({ saveQuickReply: ({ body }) => aQuickReply({ ...body, id: 3 }) }));
    await userEvent.type(shortcut(), '/new');
    await userEvent.type(message(), 'Hello');
    await save();
    await waitFor(() => expect(form()).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Add quick reply' }));
    expect(shortcut()).toHaveValue('');
  });
});

describe('another agent', () => {
  it.each([
    ['changes', [{ ...hello, message: 'Changed' }, where], /^A colleague has changed this quick reply meanwhile/],
    ['deletes', [where], 'A colleague has deleted this quick reply meanwhile.'],
  ])('%s the quick reply that is edited: the form says so and keeps what is written', async (_, after, words) => {
    const fake = worldWith();
    await mountPanel(panel, { fake });
    await choose('/Hello', 'Edit');
    await userEvent.type(message(), '!');
    fake.answer({ quickReplies: () => after });
    act(() => fake.shell.emit('live.quick_replies.changed', { type: 'quick_replies.changed' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(message()).toHaveValue('Hello there!');
  });
});

describe('a placeholder', () => {
  const known = { customerDetails: () => aCustomer({ first_name: 'Rohit' }), customerOrders: () => [] };

  it('is put at the caret from the menu', async () => {
    await openForm(worldWith(known));
    await userEvent.type(message(), 'Hello , bye');
    (message() as HTMLTextAreaElement).setSelectionRange(6, 6);
    await userEvent.click(screen.getByRole('button', { name: 'Insert placeholder' }));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(14);
    await userEvent.click(screen.getByRole('menuitem', { name: 'First name' }));
    expect(message()).toHaveValue('Hello {{userFirstName}}, bye');
    await waitFor(() => expect(message()).toHaveFocus());
  });

  it('shows what it becomes for the open ticket; what is missing is marked', async () => {
    const fake = worldWith(known);
    await openForm(fake);
    await userEvent.click(message());
    await userEvent.paste('Hello {{userFirstName}}: {{lastOrderAWB}}');
    const preview = screen.getByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview).toHaveTextContent(`Preview for ${asha.full_name}Hello Rohit: NOT_FOUND`));
    expect(within(preview).getByText('NOT_FOUND').tagName).toBe('MARK');
    expect(screen.getByText('A value was not found for this customer.')).toBeVisible();
    await act(() => fake.setCurrentTicket(null));
    act(() => fake.openTicket(null));
    expect(screen.getByText('Open a conversation to see the placeholders filled in.')).toBeVisible();
  });

  it('says when nothing can be known', async () => {
    const failing = () => {
      throw new ApiError('refused', 'no', { status: 403 });
    };
    await openForm(worldWith({ ...known, customerOrders: failing }));
    await userEvent.click(message());
    await userEvent.paste('{{userName}}');
    expect(await screen.findByText('The customer and the order could not be loaded.')).toBeVisible();
  });
});
