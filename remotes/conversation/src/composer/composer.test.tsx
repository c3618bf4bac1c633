/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { END_OF_LIST } from '@inbox/domain';
import { aMessage, aTicket } from '@inbox/panel/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anotherTab, connectTabs } from '../testing/another-tab';
import { box, lookedAt, mounted, rohit, sends, world } from '../testing/reply-world';
import { newOutgoing } from '../outbox/new-outgoing';

afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  connectTabs();
  lookedAt();
});

describe('the limit of the channel', () => {
  it('is told before it is reached, and what is beyond it does not leave', async () => {
    const fake = await mounted(world());
    const reply = await box();
    fireEvent.change(reply, { target: { value: 'a'.repeat(4_000) } });
    expect(screen.getByText('4,000 of 4,096 characters')).toBeVisible();
    fireEvent.change(reply, { target: { value: 'a'.repeat(4_100) } });
    expect(screen.getByText('4 characters too long: this channel takes 4,096.')).toBeVisible();
    fireEvent.keyDown(reply, { key: 'Enter' });
    expect(sends(fake)).toEqual([]);
  });
});

describe('a fast writer', () => {
  it('loses no reply that is sent while the browser still stores the one before, and sends none twice', async () => {
    const fake = await mounted(world());
    const reply = await box();
    for (const value of ['First', 'Second', 'Second and', 'Third']) {
      fireEvent.change(reply, { target: { value } });
      for (const key of ['Enter', 'Enter']) fireEvent.keyDown(reply, { key });
    }
    await waitFor(() => expect(sends(fake)).toHaveLength(4));
    const said = sends(fake).map((input) => (input as { body: { message: string } }).body.message);
    expect(said).toEqual(['First', 'Second', ' and', 'Third']);
    await waitFor(() => expect(reply).toHaveValue(''));
  });
});

describe('a draft that is written in two tabs', () => {
  it('is not put into the box of the other tab, and sent from its own alone', async () => {
    const fake = await mounted(world());
    const other = await anotherTab();
    act(() => other.drafts.write(rohit.id, { text: 'It has left today.', caret: 0 }));
    await screen.findByRole('list', { name: 'Written in another tab' });
    expect(await box()).toHaveValue('');
    fireEvent.keyDown(await box(), { key: 'Enter' });
    await other.send(rohit.id);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Written in another tab' })).toBeNull());
    expect(sends(fake)).toEqual([]);
  });

  it('is kept in both: each offers the other’s words, and takes them by a click', async () => {
    await mounted(world());
    await userEvent.type(await box(), 'From this tab');
    const other = await anotherTab();
    act(() => other.drafts.write(rohit.id, { text: 'Something else there', caret: 0 }));
    const offered = await screen.findByRole('list', { name: 'Written in another tab' });
    expect(offered).toHaveTextContent('Something else there');
    expect(await box()).toHaveValue('From this tab');
    await userEvent.click(screen.getByRole('button', { name: 'Use this text: Something else there' }));
    expect(await box()).toHaveValue('Something else there');
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Written in another tab' })).toHaveTextContent('From this tab'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Discard the text of the other tab: From this tab' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Written in another tab' })).toBeNull());
    expect(await box()).toHaveValue('Something else there');
  });
});

describe('a browser that stores nothing', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };

  it('leaves the reply in its box, says so, and sends it all the same when asked to', async () => {
    const fake = await mounted(world());
    const reply = await box();
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
    await userEvent.type(reply, 'It has left.{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This browser could not store your reply, so it was not sent. It stays in the box.',
    );
    expect(screen.getByText('Not saved: this browser has no room for it. Keep this page open.')).toBeVisible();
    expect(reply).toHaveValue('It has left.');
    expect(sends(fake)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Send without storing' }));
    await waitFor(() => expect(reply).toHaveValue(''));
    expect(sends(fake)).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends it as ever when there is room again', async () => {
    const fake = await mounted(world());
    const reply = await box();
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
    await userEvent.type(reply, 'It has left.{Enter}');
    await screen.findByRole('alert');
    put.mockRestore();
    fireEvent.keyDown(reply, { key: 'Enter' });
    await waitFor(() => expect(sends(fake)).toHaveLength(1));
    await waitFor(() => expect(reply).toHaveValue(''));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a reply that waits', () => {
  it.each([
    ['offline', 'You are off line. It leaves when the connection is back.'],
    ['timeout', 'The server is not answering, trying again'],
  ] as const)('says why: %s', async (kind, text) => {
    await mounted(world({ reply: () => Promise.reject(new ApiError(kind, 'No.')) }));
    await userEvent.type(await box(), 'On its way{Enter}');
    expect((await screen.findAllByText(text))[0]).toBeVisible();
  });
});

describe('what a version before stored', () => {
  it('is in its box, and a reply that was not sent leaves', async () => {
    const prefix = 'inbox.conversation.1.';
    localStorage.setItem(`${prefix}draft.${rohit.id}`, JSON.stringify({ text: 'Begun before', attachments: [] }));
    const { waiting, ...unsent } = newOutgoing(rohit, { text: 'Not sent before', attachments: [] }, 0, null);
    expect(waiting).toBeNull();
    localStorage.setItem(`${prefix}outbox`, JSON.stringify([unsent]));
    const fake = await mounted(world());
    expect(await box()).toHaveValue('Begun before');
    await waitFor(() => expect(sends(fake)).toMatchObject([{ body: { temp_id: unsent.temp_id } }]));
    expect(Object.keys(localStorage).filter((key) => /draft|outbox/.test(key))).toEqual([]);
  });
});

describe('without a reply box', () => {
  it('says that an e-mail’s ticket is closed', async () => {
    await mounted(world({}, aTicket({ ...rohit, conversation_source: 'email', status: 'closed' })));
    expect(await screen.findByText('You cannot reply to this conversation. Ticket is closed')).toBeVisible();
  });
});

describe('a customer with a new number', () => {
  const change = { from: '+919812345678', to: '+919900000777' };
  const news = (ticketId: number) =>
    aMessage({ ticket_id: ticketId, conversation_id: rohit.conversation_id, channel: { number_change: change } });

  it.each([
    ['is named above the box', () => rohit.id, true],
    ['is no news of another ticket', () => 999, false],
  ])('%s', async (_what, ticketId, isShown) => {
    const content = () => ({
      ticket: rohit,
      siblings: [],
      content: [news(ticketId())],
      oldest_timestamp: END_OF_LIST,
      seq: 0,
      server_time: new Date().toISOString(),
    });
    await mounted(world({ content }));
    await box();
    const words = /Replies go to \+919900000777; \+919812345678 may be somebody else’s by now/;
    expect(screen.queryByText(words) !== null).toBe(isShown);
  });
});
