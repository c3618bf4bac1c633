import { expect } from '@jest/globals';
import { END_OF_LIST, matches, NO_FILTERS, type Profile, type Ticket, type TicketStatus } from '@inbox/domain';
import { anAgent, aProfile, aTicket, createFakePorts, type Answers, type Overrides } from '@inbox/panel/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterRows, showList } from './list-screen';

export const ticket = (id: number, change: Overrides<Ticket> = {}): Ticket =>
  aTicket({
    id,
    status: 'assigned',
    full_name: `Customer ${id}`,
    received_at: new Date(id * 60_000).toISOString(),
    ...change,
  });
export const nobodys = ticket(1, { status: 'unassigned', owner_id: null });
export const ALL = [5, 4, 3, 2, 1].map((id) => ticket(id));

function backend(tickets: readonly Ticket[]): Answers {
  return {
    allAgents: afterRows([anAgent(), anAgent({ id: 2, first_name: 'Dev', last_name: 'Patel' })]),
    ticketCounter: afterRows({
      assigned: 1_234,
      all: 2_000,
      closed: 500,
      unassigned: tickets.length,
      'email:assigned': 1,
    }),
    ticketList: ({ body: { filters } }) => ({
      tickets: tickets.filter((one) => matches(filters, one) === 'yes'),
      oldest_timestamp: END_OF_LIST,
      seq: 10,
    }),
  };
}

interface Given {
  profile?: Overrides<Profile>;
  answers?: Answers;
  /** What the address names. */
  status?: TicketStatus | null;
}

export async function show(tickets: readonly Ticket[] = ALL, { profile, answers, status = 'assigned' }: Given = {}) {
  const fake = createFakePorts({ profile: aProfile(profile), answers: { ...backend(tickets), ...answers } });
  fake.shell.own('list.asked').set({ filters: { ...NO_FILTERS, ticket_status: status } });
  const mounted = await showList([], fake);
  const checked: unknown[] = [];
  fake.join('neighbour').onState('list.checked', (value) => checked.push(value));
  await waitFor(() => expect(boxes()).not.toHaveLength(0));
  return { ...mounted, checked };
}

export function row(id: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-ticket-id="${id}"]`);
  if (found === null) throw new Error(`#${id} is not in the list`);
  return found;
}
export const boxes = () => screen.queryAllByRole('checkbox', { name: /^Choose #/ });
export const box = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`^Choose #${id} `) });
export const chosen = () =>
  boxes().flatMap((one) =>
    (one as HTMLInputElement).checked ? [Number(/#(\d+)/.exec(one.getAttribute('aria-label') ?? '')?.[1])] : [],
  );
export const bar = () => screen.findByRole('group', { name: 'Chosen tickets' });
export const inBar = async (name: string | RegExp) => within(await bar()).getByRole('button', { name });
export const texts = (toasts: readonly { text: string }[]) => toasts.map(({ text }) => text);
export const asked = (fake: Awaited<ReturnType<typeof show>>['fake'], name: string) =>
  fake.calls.filter((call) => call.name === name).map(({ input }) => (input as { body: unknown }).body);

/** The server does what it is asked. */
export const closes: Answers = {
  setStatus: ({ body }) => ({
    tickets: body.ticket_ids.map((id) => ticket(id, { rev: 2, status: 'closed' })),
    failed: [],
  }),
  transfer: ({ body }) => ({
    tickets: body.ticket_ids.map((id) => ticket(id, { rev: 2, owner_id: body.transfer_to })),
    failed: [],
  }),
  markManyUnread: ({ body }) => ({
    tickets: body.ticket_ids.map((id) => ticket(id, { rev: 2, conversation_read: false })),
    failed: [],
  }),
};
