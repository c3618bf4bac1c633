/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { contentIdSchema } from '@inbox/domain';
import { aQuickReply, mountPanel, type FakePorts } from '@inbox/panel/testing';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';
import { layOut } from '../testing/lay-out';
import { callsOf, choose, hello, row, texts, where, worldWith } from '../testing/world';

beforeAll(layOut);
beforeEach(() => localStorage.clear());

const shortcuts = () => screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent);
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }));

describe('Delete', () => {
  it('asks first, deletes, and says so', async () => {
    const fake = worldWith({ deleteQuickReply: () => ({}) });
    await mountPanel(panel, { fake });
    await choose('/Hello', 'Delete');
    expect(await screen.findByRole('dialog', { name: 'Delete /Hello?' })).toBeVisible();
    expect(callsOf(fake, 'deleteQuickReply')).toEqual([]);
    fake.answer({ quickReplies: () => [where] });
    await confirm();
    await waitFor(() =>
      expect(fake.toasts).toEqual([
        { kind: 'success', text: 'Shortcut has been deleted successfully', duration: 3000 },
      ]),
    );
    expect(callsOf(fake, 'deleteQuickReply')).toEqual([{ params: { id: 1 } }]);
    await waitFor(() => expect(screen.queryByText('/Hello')).toBeNull());
  });

  it('does nothing when it is cancelled', async () => {
    const fake = worldWith();
    await mountPanel(panel, { fake });
    await choose('/Hello', 'Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(callsOf(fake, 'deleteQuickReply')).toEqual([]);
    await row('/Hello');
  });

  it.each([
    [new ApiError('refused', 'It is not there any more.', { status: 404 }), 'It is not there any more.'],
    [new ApiError('timeout', 'No answer'), 'There has been an error. Please try again in some time.'],
  ])('says why it failed: %s', async (error, words) => {
    const fake = worldWith({
      deleteQuickReply() {
        throw error;
      },
    });
    await mountPanel(panel, { fake });
    await choose('/Hello', 'Delete');
    await confirm();
    await waitFor(() => expect(texts(fake)).toEqual([words]));
    await row('/Hello');
  });
});

describe('the list', () => {
  it('follows what other agents change, and what was missed while the line was down', async () => {
    const fake = worldWith();
    await mountPanel(panel, { fake });
    await row('/Hello');
    expect(callsOf(fake, 'quickReplies')).toHaveLength(1);
    fake.answer({ quickReplies: () => [hello, where, aQuickReply({ id: 3, shortcut: '/new' })] });
    act(() => fake.shell.emit('live.quick_replies.changed', { type: 'quick_replies.changed' }));
    await row('/new');
    act(() => fake.setConnection({ state: 'offline', since: 0, attempt: 1 }));
    fake.answer({ quickReplies: () => [where] });
    act(() => fake.setConnection({ state: 'live' }));
    await waitFor(() => expect(shortcuts()).toEqual(['/where']));
  });

  it('follows what another tab of the agent has loaded', async () => {
    await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    const key = Object.keys(localStorage).find((name) => name.endsWith('.replies'))!;
    localStorage.setItem(key, JSON.stringify([{ ...where, shortcut: '/tab' }]));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(await row('/tab')).toBeVisible();
  });

  it('is in the order of use when the agent asks for it, also the next time', async () => {
    const first = await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    expect(shortcuts()).toEqual(['/Hello', '/where']);
    await userEvent.click(screen.getByRole('button', { name: 'Most used first', pressed: false }));
    expect(shortcuts()).toEqual(['/where', '/Hello']);
    await first.unmount();
    await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    expect(shortcuts()).toEqual(['/where', '/Hello']);
  });

  it('is one stop for Tab; arrows move between the rows and stay with the action', async () => {
    await mountPanel(panel, { fake: worldWith() });
    await row('/Hello');
    act(() => screen.getByRole('button', { name: 'Send /Hello' }).focus());
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send /where' })).toHaveFocus());
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Put /where into the reply' })).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'More about /where' })).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'More about /Hello' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  });

  it('draws the rows in view of 5,000 and finds among all of them', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => aQuickReply({ id: at + 1, shortcut: `/reply-${at}` }));
    await mountPanel(panel, { fake: worldWith({ quickReplies: () => many }) });
    await row('/reply-0');
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
    await userEvent.type(screen.getByRole('searchbox'), 'LY-4999');
    expect(shortcuts()).toEqual(['/reply-4999']);
  });
});

describe('a use', () => {
  it('is counted when the reply box has taken it', async () => {
    const fake = worldWith();
    fake.join('conversation').handle('reply.insert', () => undefined);
    await mountPanel(panel, { fake });
    await row('/where');
    await userEvent.click(screen.getByRole('button', { name: 'Put /where into the reply' }));
    await waitFor(() => expect(callsOf(fake, 'countQuickReplyUse')).toEqual([{ params: { id: 2 } }]));
  });
});

/** The texts that the conversation was asked to send. */
function sentOf(fake: FakePorts): unknown[] {
  const sent: unknown[] = [];
  fake.join('conversation').handle('reply.send', (payload) => {
    sent.push(payload);
    return { id: contentIdSchema.parse(500) };
  });
  return sent;
}

describe('Send', () => {
  it('sends to the customer of the ticket that is shown, once for each press', async () => {
    const fake = worldWith();
    const sent = sentOf(fake);
    await mountPanel(panel, { fake });
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Send /where' }));
    await waitFor(() => expect(texts(fake)).toEqual(['/where has been sent.']));
    expect(sent).toEqual([{ ticket_id: 7, text: 'It is on its way' }]);
  });

  it('says why it was refused', async () => {
    const fake = worldWith();
    fake.join('conversation').handle('reply.send', () => {
      throw new Error('A value of this quick reply was not found.');
    });
    await mountPanel(panel, { fake });
    await userEvent.click(await screen.findByRole('button', { name: 'Send /where' }));
    await waitFor(() => expect(texts(fake)).toEqual(['A value of this quick reply was not found.']));
    expect(callsOf(fake, 'countQuickReplyUse')).toEqual([]);
  });

  it('works by keyboard, and a key that is held down sends once', async () => {
    const fake = worldWith();
    const sent = sentOf(fake);
    await mountPanel(panel, { fake });
    const button = await screen.findByRole('button', { name: 'Send /where' });
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(texts(fake)).toEqual(['/where has been sent.']));
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it('asks for no second try while the inbox has not answered', async () => {
    const fake = worldWith();
    fake.join('conversation').handle('reply.send', () => new Promise(() => undefined));
    await mountPanel(panel, { fake });
    const button = await screen.findByRole('button', { name: 'Send /where' });
    jest.useFakeTimers();
    fireEvent.click(button);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    jest.useRealTimers();
    expect(texts(fake)).toEqual([
      'The inbox has not answered yet. /where shows in the conversation as soon as it is sent.',
    ]);
  });
});
