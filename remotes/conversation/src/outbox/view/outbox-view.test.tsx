/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { aMessage, type Answers } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, farah, lookedAt, mounted, sends, stored, world } from '../../testing/reply-world';

beforeEach(() => {
  localStorage.clear();
  lookedAt();
});

describe('what is not sent', () => {
  it('is shown with its ticket, also beside another one, and can be sent or discarded', async () => {
    let isDown = true;
    const reply: Answers['reply'] = ({ body }) => {
      if (isDown) throw new ApiError('offline', 'no line');
      return stored(body);
    };
    const fake = await mounted(world({ reply }));
    await userEvent.type(await box(), 'one{Enter}');
    await screen.findByText('1 message is not sent yet');
    await userEvent.type(await box(), 'two{Enter}');
    act(() => fake.openTicket(farah.id));
    await screen.findByText('Hello from Farah Ali');
    await userEvent.click(screen.getByText('2 messages are not sent yet'));
    expect(screen.getAllByText('You are off line. It leaves when the connection is back.')).toHaveLength(2);
    await userEvent.click(screen.getAllByRole('link', { name: '#1' })[0]!);
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 1 }]);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Send now: one' }));
    await waitFor(() => expect(sends(fake).at(-1)).toMatchObject({ body: { message: 'two' } }));
    await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull());
  });

  it('can be given up while it waits', async () => {
    const reply = () => {
      throw new ApiError('offline', 'no line');
    };
    await mounted(world({ reply }));
    await userEvent.type(await box(), 'never mind{Enter}');
    await userEvent.click(await screen.findByText('1 message is not sent yet'));
    await userEvent.click(screen.getByRole('button', { name: 'Discard: never mind' }));
    expect(screen.queryByText('never mind')).toBeNull();
  });
});

describe('a reply that a colleague was faster than', () => {
  const theirs = aMessage({
    id: 900,
    ticket_id: 1,
    conversation_id: 101,
    actor: 'merchant',
    message: 'I have sent it.',
    message_sent_by: { id: 2, first_name: 'Dev', last_name: 'Patel' },
  });
  const reply: Answers['reply'] = ({ body }) => {
    if (body.seen !== null && body.seen < theirs.id) {
      throw new ApiError('refused', 'A colleague has answered meanwhile.', {
        status: 409,
        code: 'newer_reply',
        items: [theirs],
      });
    }
    return stored(body);
  };
  const held = () =>
    screen.findByRole('alertdialog', { name: 'A colleague has answered meanwhile. Send yours as well?' });

  it('is shown beside theirs, and sent on a second yes with the same temp_id', async () => {
    const fake = await mounted(world({ reply }));
    await userEvent.type(await box(), 'On its way{Enter}');
    const dialog = within(await held());
    expect(dialog.getByText('Dev Patel')).toBeVisible();
    expect(dialog.getByText('I have sent it.')).toBeVisible();
    expect(dialog.getByText('On its way')).toBeVisible();
    const bubble = document.querySelector('[data-status=held]');
    expect(bubble).toHaveTextContent('Not sent yet');
    expect(bubble).not.toHaveTextContent('Failed to send');
    await userEvent.click(dialog.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(sends(fake)).toHaveLength(2));
    const [first, second] = sends(fake);
    expect(first).toMatchObject({ body: { seen: 11 } });
    expect(second).toEqual({ body: { ...(first as { body: object }).body, seen: 900 } });
  });

  it('goes back into the reply box to be written anew, or away', async () => {
    await mounted(world({ reply }));
    await userEvent.type(await box(), 'On its way{Enter}');
    await userEvent.click(within(await held()).getByRole('button', { name: 'Edit' }));
    expect(await box()).toHaveValue('On its way');
    await userEvent.type(await box(), '{Enter}');
    await userEvent.click(within(await held()).getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('On its way')).toBeNull();
  });
});
