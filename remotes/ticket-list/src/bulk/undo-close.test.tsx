/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { layOut } from '../testing/lay-out';
import { ALL, asked, box, closes, inBar, show, texts, ticket } from '../testing/bulk-screen';

/** The chunks of the bar and of the picker, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./bulk-bar');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

describe('a close of chosen tickets', () => {
  it('closing can be taken back from its toast', async () => {
    const back = ticket(4, { rev: 3, status: 'open' });
    const { user, fake } = await show(ALL, {
      answers: { ...closes, undoClose: () => ({ tickets: [back], failed: [], changed: 1 }) },
    });
    await user.click(box(4));
    await user.click(await inBar('Close'));
    await waitFor(() => expect(fake.toasts.at(-1)?.action?.label).toBe('Undo'));
    await act(async () => fake.pressToast());
    await waitFor(() => expect(texts(fake.toasts).at(-1)).toBe('#4 is as it was before it was closed'));
    const [closing] = asked(fake, 'setStatus') as [{ ref: string }];
    expect(asked(fake, 'undoClose')).toMatchObject([{ closed_ref: closing.ref }]);
  });

  it('closing of many is taken back whole, and the list is loaded anew', async () => {
    const { user, fake } = await show(ALL, {
      answers: {
        setStatus: () => ({ tickets: [], failed: [], changed: 200 }),
        undoClose: () => ({ tickets: [], failed: [], changed: 200 }),
      },
    });
    await user.click(box(4));
    await user.click(await inBar('Close'));
    await waitFor(() => expect(fake.toasts).toHaveLength(1));
    const loads = asked(fake, 'ticketList').length;
    await act(async () => fake.pressToast());
    await waitFor(() => expect(texts(fake.toasts).at(-1)).toBe('Tickets are as they were before they were closed'));
    await waitFor(() => expect(asked(fake, 'ticketList').length).toBeGreaterThan(loads));
  });

  it('closing that failed for some is taken back from its report', async () => {
    const { user, fake } = await show(ALL, {
      answers: {
        setStatus: () => ({
          tickets: [ticket(4, { rev: 2, status: 'closed' })],
          failed: [{ ticket_id: ticket(3).id, message: 'Only the owner of this ticket may do this.' }],
        }),
        undoClose: () => ({ tickets: [ticket(4, { rev: 3 })], failed: [], changed: 1 }),
      },
    });
    for (const id of [4, 3]) await user.click(box(id));
    await user.click(await inBar('Close'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(texts(fake.toasts)).toEqual(['#4 is as it was before it was closed']));
    expect(screen.queryByRole('list', { name: 'Tickets that could not be changed' })).toBeNull();
  });
});
