/** @jest-environment jsdom */
import { aQuickReply, aTicket, createFakePorts, mountPanel, type FakePorts } from '@inbox/panel/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { layOut } from './testing/lay-out';

const replies = [
  aQuickReply({ id: 1, shortcut: '/Hello', message: 'Hello there' }),
  aQuickReply({ id: 2, shortcut: '/where', message: 'It is on its way' }),
];
const asha = aTicket({ id: 7 });
const failing = () => {
  throw new ApiError('refused', 'no', { status: 403 });
};

/** Plays the conversation panel's reply box. */
function replyBox(fake: FakePorts) {
  const inserted: { ticket_id: number; text: string }[] = [];
  fake.join('conversation').handle('reply.insert', (payload) => void inserted.push(payload));
  return inserted;
}

function worldWith(answers: Parameters<FakePorts['answer']>[0] = { quickReplies: () => replies }) {
  const fake = createFakePorts({ answers, open: asha.id });
  fake.setCurrentTicket(asha);
  return fake;
}

const region = () => screen.getByRole('region', { name: 'Quick Replies' });
const row = async (shortcut: string) => {
  const found = (await screen.findByText(shortcut)).closest('li');
  if (!found) throw new Error(`no row of ${shortcut}`);
  return found;
};

beforeAll(layOut);
beforeEach(() => localStorage.clear());

describe('the list', () => {
  it('shows each shortcut, marked as one, with its message', async () => {
    const { ready } = await mountPanel(panel, { fake: worldWith() });
    expect(await row('/Hello')).toHaveTextContent('/Hello - Shortcut');
    expect(await row('/where')).toHaveTextContent('It is on its way');
    await ready();
  });

  it('is filtered by any part of the shortcut, whatever the case, and never by the message', async () => {
    await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    const search = screen.getByRole('searchbox', { name: 'Search quick reply' });
    await userEvent.type(search, 'HELL');
    expect(within(region()).getAllByRole('listitem')).toHaveLength(1);
    await userEvent.clear(search);
    await userEvent.type(search, 'on its way');
    expect(within(region()).queryAllByRole('listitem')).toEqual([]);
    expect(screen.getByText('No quick reply matches your search.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(within(region()).getAllByRole('listitem')).toHaveLength(2);
  });

  it('says when nothing was created yet', async () => {
    await mountPanel(panel, { fake: worldWith({ quickReplies: () => [] }) });
    expect(await screen.findByText('Hmmm. Nothing created yet')).toBeVisible();
  });

  it('says that loading failed, and Retry loads again', async () => {
    const { fake } = await mountPanel(panel, { fake: worldWith({ quickReplies: failing }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Internal Server error. Please refresh the page and try again',
    );
    fake.answer({ quickReplies: () => replies });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await row('/Hello');
  });

  it('shows what the browser kept while the server cannot be asked, and says so', async () => {
    const first = await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    await first.unmount();
    await mountPanel(panel, { fake: worldWith({ quickReplies: failing }) });
    await row('/Hello');
    expect(await screen.findByText('These quick replies may be out of date.')).toBeVisible();
  });

  it('is loaded anew when the agent refreshes', async () => {
    const { fake } = await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    fake.answer({ quickReplies: () => [aQuickReply({ id: 3, shortcut: '/new' })] });
    await act(() => fake.shell.emit('refresh.requested', {}));
    expect(await row('/new')).toBeVisible();
  });
});

describe('the way into the reply box', () => {
  it('puts the message into the reply of the ticket that is shown', async () => {
    const fake = worldWith();
    const inserted = replyBox(fake);
    await mountPanel(panel, { fake });
    await userEvent.click(within(await row('/where')).getByRole('button', { name: 'Put /where into the reply' }));
    expect(inserted).toEqual([{ ticket_id: 7, text: 'It is on its way' }]);
    await waitFor(() => expect(screen.getByText('/where was put into the reply.')).toBeInTheDocument());
  });

  it('works by keyboard', async () => {
    const fake = worldWith();
    const inserted = replyBox(fake);
    await mountPanel(panel, { fake });
    const button = within(await row('/Hello')).getByRole('button', { name: 'Put /Hello into the reply' });
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(inserted).toEqual([{ ticket_id: 7, text: 'Hello there' }]);
  });

  it('takes a double click for one wish', async () => {
    const fake = worldWith();
    const inserted = replyBox(fake);
    await mountPanel(panel, { fake });
    await userEvent.dblClick(within(await row('/Hello')).getByRole('button', { name: 'Put /Hello into the reply' }));
    expect(inserted).toHaveLength(1);
  });

  it.each([
    ['no ticket is shown', (fake: FakePorts) => fake.setCurrentTicket(null)],
    ['the address names another ticket already', (fake: FakePorts) => fake.openTicket(aTicket({ id: 8 }).id)],
  ])('puts nothing anywhere while %s, and says so', async (_, change) => {
    const fake = worldWith();
    const inserted = replyBox(fake);
    await mountPanel(panel, { fake });
    const button = within(await row('/Hello')).getByRole('button', { name: 'Put /Hello into the reply' });
    await act(() => change(fake));
    await userEvent.click(button);
    expect(inserted).toEqual([]);
    expect(fake.toasts).toEqual([{ kind: 'error', text: 'Open a conversation first.', duration: 3000 }]);
  });

  it('says when the reply box did not take it', async () => {
    const fake = worldWith();
    await mountPanel(panel, { fake });
    await userEvent.click(within(await row('/Hello')).getByRole('button', { name: 'Put /Hello into the reply' }));
    await waitFor(() =>
      expect(fake.toasts).toMatchObject([
        { kind: 'error', text: 'There has been an error. Please try again in some time.', duration: 3000 },
      ]),
    );
  });
});

it('is closed by the arrow, through the shell', async () => {
  const { fake } = await mountPanel(panel, { fake: worldWith() });
  await userEvent.click(await screen.findByRole('button', { name: 'Close quick replies' }));
  expect(fake.shown).toEqual([{ panel: 'quick-replies', show: false }]);
});
