/** @jest-environment jsdom */
import '../../testing/held-records';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { joinTags, tagList, type AgentId, type LateChange, type SeenTicket, type Ticket } from '@inbox/domain';
import { judgeLate } from '@inbox/domain/conversation';
import type { Answers, FakePorts } from '@inbox/panel/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { giveLayout } from '../../testing/layout';
import { mine, openTicket, press } from '../../testing/header-screen';

const offline = { state: 'offline', since: 0, attempt: 1 } as const;

/** A backend with one ticket, whose line can be cut. */
async function world(changes: Partial<Ticket> = {}, answers: Answers = {}) {
  const server = { ticket: mine(changes), isCut: false };
  const put = (now: Partial<Ticket>) => {
    server.ticket = { ...server.ticket, ...now, rev: server.ticket.rev + 1 };
    return server.ticket;
  };
  /** Changes the ticket as the backend does. */
  const late = (change: LateChange, seen: SeenTicket | undefined, now: Partial<Ticket>) => {
    const { ticket } = server;
    const verdict = seen ? judgeLate(change, ticket, seen) : 'do';
    const failed = { ticket_id: ticket.id, message: 'The ticket has changed meanwhile.', meanwhile: ticket };
    if (verdict === 'met') return { tickets: [], failed: [failed] };
    return { tickets: [verdict === 'do' ? put(now) : ticket], failed: [] };
  };
  const cutting: Answers = Object.fromEntries(
    Object.entries<(...args: never[]) => unknown>({
      transfer: ({ body: { transfer_to: to, seen } }: { body: { transfer_to: AgentId; seen?: SeenTicket } }) =>
        late({ kind: 'assign', to }, seen, { owner_id: to }),
      setStatus: ({ body: { status, seen } }: { body: { status: 'open' | 'closed'; seen?: SeenTicket } }) =>
        late(status === 'open' ? { kind: 'reopen' } : { kind: 'close', send_csat: false }, seen, { status }),
      addTags: ({ body }: { body: { tags: string } }) => ({
        ticket: put({ tags: joinTags([...tagList(server.ticket.tags), body.tags]) }),
      }),
      removeTags: ({ body }: { body: { tags: string } }) => ({
        ticket: put({ tags: joinTags(tagList(server.ticket.tags).filter((tag) => tag !== body.tags)) }),
      }),
      ...answers,
    }).map(([name, answer]) => [
      name,
      (...args: never[]) => {
        if (server.isCut) throw new ApiError('offline', 'The inbox could not be reached.');
        return answer(...args);
      },
    ]),
  );
  const { fake } = await openTicket({
    ticket: server.ticket,
    answers: { ticketTags: () => [{ tag: 'COD' }], ...cutting },
  });
  const cut = () =>
    act(async () => {
      server.isCut = true;
      fake.setConnection(offline);
    });
  const isBack = () =>
    act(async () => {
      server.isCut = false;
      fake.setConnection({ state: 'live' });
    });
  return { server, fake, put, cut, isBack };
}

const asha = 1 as unknown as AgentId;
const WRITES = new Set<string>(['transfer', 'setStatus', 'addTags', 'removeTags']);
const texts = ({ toasts }: FakePorts) => toasts.map(({ text }) => text);
const waiting = () => screen.queryByText(/not made yet/);
const open = async () => userEvent.click(await screen.findByText(/not made yet/));
const WAITS = '#1: You are off line. It is done when the connection is back.';

beforeEach(() => {
  localStorage.clear();
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => void jest.restoreAllMocks());

describe('without a connection', () => {
  it('a close waits, leads to the list, and is done when the connection is back, with its Undo', async () => {
    const { fake, cut, isBack, server } = await world();
    await cut();
    await press('Close');
    await waitFor(() => expect(texts(fake)).toEqual([WAITS]));
    expect(fake.navigations).toEqual([{ to: 'tickets' }]);
    expect(server.ticket.status).toBe('open');
    await isBack();
    await waitFor(() => expect(server.ticket.status).toBe('closed'));
    await waitFor(() =>
      expect(fake.toasts.at(-1)).toMatchObject({ text: '#1 has been closed', action: { label: 'Undo' } }),
    );
    expect(waiting()).toBeNull();
  });

  it('a ticket that was opened again is answered, and the answer leaves behind it', async () => {
    const { cut, isBack, server } = await world({ status: 'closed', owner_id: asha });
    await cut();
    expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
    await press('Reopen');
    const box = await screen.findByRole('textbox', { name: 'Reply' });
    await userEvent.type(box, 'Here again{Enter}');
    await open();
    expect(await screen.findAllByText('It leaves after what was asked for before it.')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
    await isBack();
    await waitFor(() => expect(waiting()).toBeNull());
    expect(server.ticket.status).toBe('open');
  });

  it('what waits is listed in its order, with why, and leaves in that order', async () => {
    const { fake, cut, isBack, server } = await world({ tags: 'Refund' });
    await cut();
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag Refund' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Add a tag' }), 'Late{Enter}');
    await press('Close');
    await open();
    const lines = screen.getAllByRole('listitem').filter((item) => item.textContent?.startsWith('#1'));
    expect(lines.map((line) => within(line).getByText(/tag|^Close$/).textContent)).toEqual([
      'Remove tag Refund',
      'Add tag Late',
      'Close',
    ]);
    expect(within(lines[0]!).getByText('You are off line. It is done when the connection is back.')).toBeVisible();
    await isBack();
    await waitFor(() => expect(server.ticket).toMatchObject({ status: 'closed', tags: 'Late' }));
    const writes = fake.calls.flatMap(({ name }) => (WRITES.has(name) ? [name] : []));
    expect(writes.slice(-3)).toEqual(['removeTags', 'addTags', 'setStatus']);
    await waitFor(() => expect(texts(fake).at(-1)).toBe('3 changes that waited for the connection are done'));
  });

  it('a tag shows that it waits, and can be given up; one that is removed is gone', async () => {
    const { cut, isBack, server } = await world({ tags: 'Refund' });
    await cut();
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag Refund' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Add a tag' }), 'Late{Enter}');
    expect(await screen.findByText('Tag Late is added when the connection is back')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove tag Refund' })).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Discard tag Late' }));
    expect(screen.queryByText('Tag Late is added when the connection is back')).toBeNull();
    await isBack();
    await waitFor(() => expect(server.ticket.tags).toBe(''));
  });

  it('a change can be given up, and never happens', async () => {
    const { cut, isBack, server } = await world();
    await cut();
    await press('Close');
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Discard: Close' }));
    expect(waiting()).toBeNull();
    await isBack();
    expect(server.ticket.status).toBe('open');
  });

  it('asks once it is back what was erased meanwhile, and only while something waits', async () => {
    const { fake, cut, isBack } = await world();
    const asked = () => fake.sent.filter(({ type }) => type === 'page.erasures');
    await cut();
    await isBack();
    expect(asked()).toEqual([]);
    await cut();
    await press('Close');
    await open();
    await isBack();
    await waitFor(() => expect(asked()).toEqual([{ type: 'page.erasures', data: { since: 0 } }]));
  });

  it('a failing call of a page that has a connection fails as ever', async () => {
    const { fake, server } = await world();
    server.isCut = true;
    await press('Close');
    await waitFor(() => expect(fake.toasts).toEqual([{ kind: 'error', text: 'The inbox could not be reached.' }]));
    expect([fake.navigations, waiting()]).toEqual([[], null]);
  });
});

describe('a ticket that has changed meanwhile', () => {
  it('is not closed over the customer’s newer message: the agent sees it and decides', async () => {
    const { cut, isBack, put, server } = await world();
    await cut();
    await press('Close');
    const last_message = { ...server.ticket.last_message!, message: 'It broke again!' };
    put({ received_at: new Date().toISOString(), last_message });
    await isBack();
    const asks = within(await screen.findByRole('alertdialog', { name: /^The ticket has changed meanwhile/ }));
    for (const text of ['The customer has written meanwhile.', 'It broke again!']) {
      expect(asks.getByText(text)).toBeVisible();
    }
    expect(asks.getByText('Close')).toBeVisible();
    expect(server.ticket.status).toBe('open');
    await userEvent.click(asks.getByRole('button', { name: 'Do it anyway' }));
    await waitFor(() => expect(server.ticket.status).toBe('closed'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is not taken from the colleague who has it now', async () => {
    const { cut, isBack, put, server } = await world({ owner_id: null, status: 'unassigned' });
    await cut();
    await press('Assign to me');
    put({ owner_id: 3 as never });
    await isBack();
    const asks = within(await screen.findByRole('alertdialog', { name: /^The ticket has changed meanwhile/ }));
    expect(asks.getByText('Meera Iyer has this ticket now.')).toBeVisible();
    await userEvent.click(asks.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.ticket.owner_id).toBe(3);
  });

  it('and that the server refuses to change is told of, and can be tried again', async () => {
    let words: string | null = 'You may not do this now.';
    const setStatus: Answers['setStatus'] = () => {
      if (words !== null) throw new ApiError('refused', words, { status: 403 });
      return { tickets: [mine({ status: 'closed', rev: 9 })], failed: [] };
    };
    const { fake, cut, isBack } = await world({}, { setStatus });
    await cut();
    await press('Close');
    await isBack();
    await waitFor(() => expect(texts(fake).at(-1)).toBe('#1: You may not do this now.'));
    words = null;
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Do it now: Close' }));
    await waitFor(() => expect(texts(fake).at(-1)).toBe('#1 has been closed'));
  });
});
