import { END_OF_LIST, matches, type ListFilters, type Ticket } from '@inbox/domain';
import {
  anAgent,
  aTicket,
  createFakePorts,
  mountPanel,
  type Answers,
  type FakePorts,
  type Overrides,
} from '@inbox/panel/testing';
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../panel';

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** An assigned ticket of the agent, received so many minutes ago. */
export const ticket = (id: number, minutes: number, change: Overrides<Ticket> = {}): Ticket =>
  aTicket({ id, status: 'assigned', full_name: `Customer ${id}`, received_at: minutesAgo(minutes), ...change });

/** What is asked for after the rows is answered when they stand, as over a real line. */
let rowsStand = Promise.resolve();
export const afterRows =
  <T>(answer: T) =>
  (): Promise<T> =>
    rowsStand.then(() => answer);

/** A backend with these tickets, that pages by position. What it is asked to search, it finds nothing for. */
export function backend(tickets: Ticket[]): Answers {
  return {
    allAgents: afterRows([
      anAgent({ id: 1, first_name: 'Asha' }),
      anAgent({ id: 2, first_name: 'Dev', last_name: 'Rao' }),
      anAgent({ id: 3, first_name: 'Meera', last_name: 'Iyer' }),
    ]),
    foundCount: afterRows({ shown: 8, everybody: 45, more: false }),
    ticketCounter: afterRows({ all: 57, assigned: 12, open: 27, 'email:assigned': 3 }),
    ticketTags: () => [{ tag: 'delivery' }, { tag: 'exchange' }, { tag: 'refund' }],
    ticketList: ({ body: { filters, page_size, fetch_since } }) => {
      const rows = tickets.filter((one) => matches(filters, one) === 'yes');
      const from = Number(fetch_since ?? 0);
      const end = from + page_size;
      return {
        tickets: rows.slice(from, end),
        oldest_timestamp: end < rows.length ? String(end) : END_OF_LIST,
        seq: 10,
      };
    },
  };
}

/**
 * Where styles lie without effect: jsdom lays nothing out, but looks through every rule, for every element, whenever a test
 * asks for one by its role.
 */
const outOfThePage = document.createElement('div');

/** The list as its agent sees it, with all that comes after the rows. */
export async function showList(tickets: Ticket[], fake: FakePorts = createFakePorts({ answers: backend(tickets) })) {
  let letGo = () => {};
  rowsStand = new Promise((resolve) => (letGo = resolve));
  const mounted = await mountPanel(panel, { fake, styleRoot: outOfThePage });
  await act(async () => {
    letGo();
    await new Promise((nextTask) => setTimeout(nextTask));
  });
  const user = userEvent.setup();
  /** At once: what each key does is tested where it is the subject, and each draws the whole panel. */
  const write = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  return { ...mounted, user, write };
}

export const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-ticket-id]')];
export const ids = (): number[] => rows().map(({ dataset }) => Number(dataset['ticketId']));

export function row(id: number): HTMLElement {
  const found = rows().find((one) => one.dataset['ticketId'] === String(id));
  if (!found) throw new Error(`The list shows no ticket ${id}`);
  return found;
}

/** The filters that the list was asked for, in order. */
export const requestedFilters = (fake: FakePorts): ListFilters[] =>
  fake.calls.flatMap(({ name, input }) =>
    name === 'ticketList' ? [(input as { body: { filters: ListFilters } }).body.filters] : [],
  );
