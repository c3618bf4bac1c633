/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { type Profile, type Ticket } from '@inbox/domain';
import { aLiveEvent, type Overrides } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { layOut } from '../testing/lay-out';
import { ALL, asked, bar, box, chosen, closes, inBar, nobodys, row, show, texts, ticket } from '../testing/bulk-screen';

/** The chunks of the bar and of the picker, whose first load is slow where nothing is compiled yet. */
beforeAll(async () => {
  await import('./bulk-bar');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

describe('choosing', () => {
  it('replaces the header, counts, says so, and tells the page', async () => {
    const { user, fake, checked } = await show();
    let possible: readonly string[] = [];
    fake.join('shortcuts').onState('actions.ticket-list', ({ actions }) => (possible = actions));
    expect(possible).toContain('search');
    await user.click(box(4));
    await user.click(box(2));
    expect(await bar()).toHaveTextContent('2 chosen');
    expect(possible).not.toContain('search');
    expect(screen.getByText('2 tickets are chosen')).toHaveAttribute('role', 'status');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(checked.at(-1)).toEqual({ ids: [4, 2], all: false });
    await user.click(await inBar('Clear the choice'));
    expect(screen.getByRole('searchbox')).toBeVisible();
    expect(checked.at(-1)).toEqual({ ids: [], all: false });
    expect(document.activeElement).toHaveAttribute('data-ticket-id');
  });

  it('opens nothing', async () => {
    const { user, fake } = await show();
    await user.click(box(4));
    act(() => row(3).focus());
    await user.keyboard(' ');
    expect(chosen()).toEqual([4, 3]);
    expect(fake.navigations).toEqual([]);
  });

  it('with Shift takes all between', async () => {
    const { user } = await show();
    await user.click(box(5));
    await user.keyboard('{Shift>}');
    await user.click(box(2));
    expect(chosen()).toEqual([5, 4, 3, 2]);
    await user.click(box(4));
    expect(chosen()).toEqual([5, 4]);
    await user.keyboard('{/Shift}');
  });

  it('goes by keyboard: Space, Shift with arrows, Ctrl+A and Escape', async () => {
    const { user } = await show();
    act(() => row(5).focus());
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}');
    expect(chosen()).toEqual([5, 4]);
    expect(row(4)).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
    await user.keyboard(' ');
    expect(chosen()).toEqual([4]);
    await user.keyboard('{Control>}a{/Control}');
    expect(chosen()).toEqual([5, 4, 3, 2, 1]);
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
  });

  it.each<[string, Overrides<Ticket>, Overrides<Profile>, string[], number[]]>([
    ['a closed ticket is refused', { status: 'closed' }, { is_store_admin: true }, ['Ticket is closed'], []],
    [
      'a ticket that the agent follows is refused',
      { owner_id: 2, subscribers: [1] },
      {},
      ['Subscribed tickets cannot be transferred / closed'],
      [],
    ],
    [
      'a store admin may choose one that he follows',
      { owner_id: 2, subscribers: [1] },
      { is_store_admin: true },
      [],
      [9],
    ],
  ])('%s', async (_, change, profile, toasts, result) => {
    const { user, fake } = await show([ticket(9, change), ticket(8)], { profile, status: null });
    await user.click(box(9));
    expect(texts(fake.toasts)).toEqual(toasts);
    expect(chosen()).toEqual(result);
  });

  it('ends with another tab', async () => {
    const { user, checked } = await show();
    await user.click(box(4));
    await user.click(screen.getByRole('tab', { name: /^Assigned/ }));
    await waitFor(() => expect(checked.at(-1)).toEqual({ ids: [], all: false }));
  });

  it('lets go of a ticket that was closed, or left the list', async () => {
    const { user, fake, checked } = await show();
    for (const id of [5, 4, 3]) await user.click(box(id));
    act(() =>
      fake.emitLive({
        ...aLiveEvent({ seq: 11 }),
        tickets: [ticket(4, { rev: 2, status: 'closed' }), ticket(5, { rev: 2, full_name: 'Farah Ali' })],
      }),
    );
    await waitFor(() => expect(checked.at(-1)).toEqual({ ids: [5, 3], all: false }));
    expect(await bar()).toHaveTextContent('2 chosen');
  });

  it('of all that is loaded, and of all that match on the server but some', async () => {
    const { user, checked, fake } = await show(ALL, {
      answers: { setStatus: () => ({ tickets: [], failed: [], changed: 1_233 }) },
    });
    await user.click(box(4));
    await user.click(await inBar('Choose all 5 loaded'));
    expect(chosen()).toHaveLength(5);
    await user.click(await inBar('Choose all 1,234 that match'));
    expect(checked.at(-1)).toEqual({ ids: [], all: true });
    await user.click(box(2));
    expect(await bar()).toHaveTextContent('1,233 chosen');
    await user.click(await inBar('Close'));
    await waitFor(() => expect(texts(fake.toasts)).toEqual(['Tickets have been closed']));
    expect(asked(fake, 'setStatus')).toMatchObject([
      { ticket_ids: [], filters: { ticket_status: 'assigned' }, except: [2], status: 'closed' },
    ]);
  });

  it('of more than 5,000 is told to be too much, and asked of nobody', async () => {
    const { user, fake } = await show(ALL, { answers: { ticketCounter: () => ({ assigned: 5_001 }) } });
    await user.click(box(4));
    await user.click(await inBar('Choose all 5 loaded'));
    await user.click(await inBar('Choose all 5,001 that match'));
    await user.click(await inBar('Close'));
    expect(texts(fake.toasts)).toEqual([
      'At most 5,000 tickets can be changed at once. Narrow the filters down, or choose fewer.',
    ]);
    expect(asked(fake, 'setStatus')).toEqual([]);
  });
});

describe('what is done', () => {
  it.each<[string, number[], string[], string]>([
    ['closes one', [4], ['Close'], '#4 has been closed'],
    ['closes many', [4, 3], ['Close'], 'Tickets have been closed'],
    ['hands one to another', [4], ['Transfer', 'Dev Patel'], '#4 has been assigned to Dev Patel'],
    ['takes one', [4], ['Transfer', 'assign me'], '#4 has been assigned to you'],
    ['hands many to another', [4, 3], ['Transfer', 'Dev Patel'], 'Tickets have been assigned to Dev Patel'],
    ['marks one as unread', [4], ['More actions', 'Mark as Unread'], '#4 has been marked as unread'],
  ])('%s and says so', async (_, ids, presses, said) => {
    const { user, fake } = await show(ALL, { answers: closes });
    for (const id of ids) await user.click(box(id));
    await bar();
    for (const name of presses) {
      await user.click(await screen.findByRole(name === 'Mark as Unread' ? 'menuitem' : 'button', { name }));
    }
    await waitFor(() => expect(texts(fake.toasts)).toEqual([said]));
    await waitFor(() => expect(chosen()).toEqual([]));
    expect(await screen.findByRole('searchbox')).toBeVisible();
  });

  it('refuses to close what nobody owns, and asks nobody', async () => {
    const { user, fake } = await show([nobodys], { status: 'unassigned' });
    await user.click(box(1));
    await user.click(await inBar('Close'));
    expect(texts(fake.toasts)).toEqual(['Tickets are not yet assigned to be closed.']);
    expect(asked(fake, 'setStatus')).toEqual([]);
  });

  it.each<[string, Overrides<Profile>, string | null]>([
    ['both', {}, 'Assign'],
    ['self-only', { can_assign_ticket_to_other_agent: false }, 'Assign'],
    ['neither', { can_assign_ticket_to_other_agent: false, can_assign_ticket_to_self: false }, null],
  ])('offers to assign unassigned tickets with %s', async (_, profile, name) => {
    const { user } = await show([nobodys], { profile, status: 'unassigned' });
    await user.click(box(1));
    const found = within(await bar()).queryByRole('button', { name: /^(Assign|Transfer)$/ });
    expect(found?.textContent ?? null).toBe(name);
  });

  it('offers no transfer in an assigned view without the other-agent permission', async () => {
    const { user } = await show(ALL, { profile: { can_assign_ticket_to_other_agent: false } });
    await user.click(box(4));
    expect(within(await bar()).queryByRole('button', { name: /^(Assign|Transfer)$/ })).toBeNull();
  });

  it('shows how far it is', async () => {
    let finish = (_answer: { tickets: Ticket[]; failed: never[] }) => {};
    const { user, fake } = await show(ALL, {
      answers: { setStatus: () => new Promise((resolve) => (finish = resolve)) },
    });
    await user.click(box(4));
    await user.click(box(3));
    await user.click(await inBar('Close'));
    const [body] = asked(fake, 'setStatus') as [{ ref: string }];
    act(() =>
      fake.shell.emit('live.tickets.progress', { type: 'tickets.progress', ref: 'of another', done: 2, total: 2 }),
    );
    expect(screen.getByText('Closing 0 of 2')).toBeVisible();
    act(() => fake.shell.emit('live.tickets.progress', { type: 'tickets.progress', ref: body.ref, done: 1, total: 2 }));
    expect(screen.getByText('Closing 1 of 2')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Closing' })).toHaveAttribute('value', '1');
    await act(async () => finish({ tickets: [], failed: [] }));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('keeps what is chosen while it goes on', async () => {
    let finish = (_answer: { tickets: Ticket[]; failed: never[] }) => {};
    const { user } = await show(ALL, {
      answers: { setStatus: () => new Promise((resolve) => (finish = resolve)) },
    });
    await user.click(box(4));
    await user.click(await inBar('Close'));
    await user.click(box(5));
    await act(async () => finish({ tickets: [], failed: [] }));
    expect(chosen()).toEqual([5]);
  });

  it('lists the tickets that failed and why, each to be opened, until it is dismissed', async () => {
    const { user, fake } = await show(ALL, {
      answers: {
        setStatus: () => ({
          tickets: [ticket(4, { rev: 2, status: 'closed' })],
          failed: [{ ticket_id: ticket(3).id, message: 'Only the owner of this ticket may do this.' }],
        }),
      },
    });
    await user.click(box(4));
    await user.click(box(3));
    await user.click(await inBar('Close'));
    expect(await screen.findByText('1 done, 1 could not be changed')).toBeVisible();
    const list = screen.getByRole('list', { name: 'Tickets that could not be changed' });
    expect(within(list).getByRole('listitem')).toHaveTextContent('#3Only the owner of this ticket may do this.');
    expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
    await user.click(within(list).getByRole('link', { name: '#3' }));
    expect(fake.navigations).toEqual([{ to: 'ticket', id: 3 }]);
    expect(fake.toasts).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('list', { name: 'Tickets that could not be changed' })).toBeNull();
  });

  it('that broke off says why, and is finished by the very same request', async () => {
    const ends = [
      ['offline', 'The connection broke'],
      ['server', 'The server failed'],
      ['timeout', 'The server is not answering'],
      ['bad-answer', 'The server failed'],
    ] as const;
    let times = 0;
    const { user, fake } = await show(ALL, {
      answers: {
        setStatus: () => {
          const end = ends[times];
          times += 1;
          if (end !== undefined) throw new ApiError(end[0], 'no answer');
          return { tickets: [], failed: [], changed: 1 };
        },
      },
    });
    await user.click(box(4));
    await user.click(await inBar('Close'));
    for (const [, words] of ends) {
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
      expect(screen.getByRole('alert')).toHaveTextContent('It is not known whether all of it was done.');
      await user.click(screen.getByRole('button', { name: 'Try again' }));
    }
    await waitFor(() => expect(texts(fake.toasts)).toEqual(['#4 has been closed']));
    const [first, ...again] = asked(fake, 'setStatus');
    expect(again).toEqual(ends.map(() => first));
  });

  it('that the server refuses is told in its words, and the choice stands', async () => {
    const { user, fake } = await show(ALL, {
      answers: {
        setStatus: () => {
          throw new ApiError('refused', 'These filters match more than 5,000 tickets.', { status: 409 });
        },
      },
    });
    await user.click(box(4));
    await user.click(await inBar('Close'));
    await waitFor(() => expect(texts(fake.toasts)).toEqual(['These filters match more than 5,000 tickets.']));
    expect(chosen()).toEqual([4]);
  });
});

describe('an action of another panel', () => {
  it('is in the menu for chosen tickets, and gets their numbers', async () => {
    const { user, fake } = await show();
    const acts = fake.fill({ point: 'tickets.bulk', action: 'label', label: 'Print labels' });
    await user.click(box(4));
    await user.click(box(2));
    await user.click(await inBar('More actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Print labels' }));
    await waitFor(() => expect(acts).toEqual([{ action: 'label', ticket_ids: [4, 2] }]));
  });
});
