/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { aCustomer, aQuickReply, unmountAll } from '@inbox/panel/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, farah, lookedAt, mounted, options, rohit, sends, texts, world } from '../../testing/reply-world';

beforeEach(() => {
  localStorage.clear();
  lookedAt();
});

describe('a leading slash', () => {
  it('offers the quick replies whose shortcut holds what is typed; a space and Backspace to empty close it', async () => {
    await mounted(world());
    await userEvent.type(await box(), '/');
    await waitFor(() => expect(options()).toHaveLength(3));
    await userEvent.type(await box(), 'HE');
    expect(options().map((text) => text?.split(' ')[0])).toEqual(['/helloHello', '/helpHow']);
    await userEvent.type(await box(), ' ');
    expect(options()).toEqual([]);
    await userEvent.type(await box(), '{Backspace}{Backspace}{Backspace}');
    expect(options()).toHaveLength(3);
    await userEvent.type(await box(), '{Backspace}');
    expect(options()).toEqual([]);
  });

  it('is chosen from by arrows and Enter, which then sends nothing', async () => {
    const fake = await mounted(world());
    const reply = await box();
    await userEvent.type(reply, '/');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('/help');
    expect(reply).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(reply).toHaveValue('How can I help?'));
    expect(sends(fake)).toEqual([]);
  });

  it('fills values in; one that is missing is marked before it is sent', async () => {
    await mounted(world());
    await userEvent.type(await box(), '/hel{Enter}');
    await waitFor(async () => expect(await box()).toHaveValue('Hello Rohit'));
    await userEvent.clear(await box());
    await userEvent.type(await box(), '/tr{Enter}');
    await waitFor(async () => expect(await box()).toHaveValue('Follow it: NOT_FOUND'));
    expect(document.querySelector('[data-highlighted] mark')).toHaveTextContent('NOT_FOUND');
    expect(screen.getByText('A value was not found. It is marked in your reply.')).toBeVisible();
  });

  it('puts a text whose values come late into the ticket it was chosen for', async () => {
    let answer: (() => void) | undefined;
    const customerDetails = () =>
      new Promise<ReturnType<typeof aCustomer>>((resolve) => (answer = () => resolve(aCustomer())));
    const fake = await mounted(world({ customerDetails }));
    await userEvent.type(await box(), '/hello');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(answer).toBeDefined());
    act(() => fake.openTicket(farah.id));
    await screen.findByText('Hello from Farah Ali');
    await act(async () => answer?.());
    expect(await box()).toHaveValue('');
    act(() => fake.openTicket(rohit.id));
    await screen.findByText('Hello from Rohit Khanna');
    expect(await box()).toHaveValue('Hello Rohit');
  });

  it('gives the shortcut back when its values cannot be had', async () => {
    const customerDetails = () => {
      throw new ApiError('refused', 'no', { status: 403 });
    };
    const fake = await mounted(world({ customerDetails }));
    await userEvent.type(await box(), '/hello');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(texts(fake)).toEqual(['There has been an error. Please try again in some time.']));
    expect(await box()).toHaveValue('/hello');
  });

  it('follows what other agents change, also while it is open', async () => {
    const fake = await mounted(world());
    await userEvent.type(await box(), '/');
    await waitFor(() => expect(options()).toHaveLength(3));
    fake.answer({ quickReplies: () => [aQuickReply({ id: 9, shortcut: '/new', message: 'New' })] });
    act(() => fake.shell.emit('live.quick_replies.changed', { type: 'quick_replies.changed' }));
    await waitFor(() => expect(options()).toEqual(['/newNew']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(fake.calls.filter(({ name }) => name === 'countQuickReplyUse')).toHaveLength(1));
  });

  it('offers what the browser has stored while the server cannot be reached', async () => {
    const first = await mounted(world());
    await userEvent.type(await box(), '/');
    await waitFor(() => expect(options()).toHaveLength(3));
    expect(texts(first)).toEqual([]);
    await userEvent.clear(await box());
    await unmountAll();
    const quickReplies = () => {
      throw new ApiError('offline', 'No line');
    };
    const fake = await mounted(world({ quickReplies }));
    await userEvent.type(await box(), '/he');
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(texts(fake)).toEqual([]);
  });
});

it('fills values into what the list of quick replies inserts, also for a ticket that is not open', async () => {
  const fake = await mounted(world());
  await box();
  await act(() =>
    fake
      .join('quick-replies')
      .send('reply.insert', { ticket_id: farah.id, text: 'Dear {{userName}} of {{userAddressCity}}' }),
  );
  expect(await box()).toHaveValue('');
  act(() => fake.openTicket(farah.id));
  await screen.findByText('Hello from Farah Ali');
  expect(await box()).toHaveValue('Dear Rohit Khanna of Pune');
});

it('sends no quick reply at once whose value is missing', async () => {
  const fake = await mounted(world());
  await box();
  const asked = fake.join('quick-replies').send('reply.send', { ticket_id: farah.id, text: '{{lastOrderAWB}}' });
  await expect(asked).rejects.toThrow('A value of this quick reply was not found.');
  expect(sends(fake)).toEqual([]);
});
