/** @jest-environment jsdom */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aTicket } from '@inbox/panel/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, lookedAt, mounted, rohit, sends, world } from '../../testing/reply-world';

beforeEach(() => {
  localStorage.clear();
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

describe('a draft that is open in two tabs', () => {
  /** What this browser keeps of the draft, changed as another tab does. */
  const elsewhere = (change: (key: string) => void) =>
    act(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith(`draft.${rohit.id}`)) ?? '';
      change(key);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    });

  it('is empty in both when it is sent in one', async () => {
    const fake = await mounted(world());
    await userEvent.type(await box(), 'It has left.');
    elsewhere((key) => localStorage.removeItem(key));
    expect(await box()).toHaveValue('');
    fireEvent.keyDown(await box(), { key: 'Enter' });
    expect(sends(fake)).toEqual([]);
  });

  it('has the words of the tab that was written in last', async () => {
    await mounted(world());
    await userEvent.type(await box(), 'It has left.');
    elsewhere((key) => localStorage.setItem(key, JSON.stringify({ text: 'It has left today.', attachments: [] })));
    expect(await box()).toHaveValue('It has left today.');
  });

  it('takes no focus in the tab that nobody looks at', async () => {
    await mounted(world());
    await userEvent.type(await box(), 'It has left.');
    screen.getByRole('button', { name: 'Quick replies' }).focus();
    jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    elsewhere((key) => localStorage.setItem(key, JSON.stringify({ text: 'It has left today.', attachments: [] })));
    expect(await box()).not.toHaveFocus();
  });
});

describe('without a reply box', () => {
  it('says that the ticket has expired, and leads to the templates', async () => {
    const fake = await mounted(world({}, aTicket({ ...rohit, session_expiry_at: '2020-01-01T00:00:00.000Z' })));
    const region = await screen.findByRole('region', { name: 'Reply' });
    expect(region).toHaveTextContent('Ticket has expired. Please send a template message by clicking here.');
    await userEvent.click(within(region).getByRole('link', { name: 'clicking here' }));
    expect(fake.navigations).toEqual([{ to: 'whatsapp-templates' }]);
  });

  it('says that an e-mail’s ticket is closed', async () => {
    await mounted(world({}, aTicket({ ...rohit, conversation_source: 'email', status: 'closed' })));
    expect(await screen.findByText('You cannot reply to this conversation. Ticket is closed')).toBeVisible();
  });
});
