import type { TicketListAnswer } from '@inbox/api';
import {
  compareListPlaces,
  countKey,
  END_OF_LIST,
  listPlace,
  matches,
  NO_FILTERS,
  type LiveEventType,
  type ListFilters,
  type ListPlace,
  type Ticket,
  type TicketCounts,
  type TicketId,
} from '@inbox/domain';
import type { Fact } from '../list/store/list-state';

/** What an event of the live channel tells of, and the counts that the channel tells after it. */
export interface Told {
  type: LiveEventType;
  facts: Fact[];
}

/** What a ticket does not say of itself. */
const wasBegunBy = ({ id }: Ticket) => (id % 3 === 0 ? 'merchant' : 'customer');

/** What filters ask that `matches` leaves to the server. */
function passesHere(filters: ListFilters, ticket: Ticket): boolean {
  const day = ticket.received_at.slice(0, 10);
  return (
    (filters.search === null || ticket.full_name.includes(filters.search)) &&
    (filters.initiated_by === null || filters.initiated_by === wasBegunBy(ticket)) &&
    (filters.date_filter_start === null || day >= filters.date_filter_start) &&
    (filters.date_filter_end === null || day <= filters.date_filter_end)
  );
}

/** Where a page ended, and the moment as of which it was ordered. */
interface Marker {
  at: number;
  below: ListPlace;
}

/** The server as the list must take it to be: every ticket as it is now, one rising number for all that happens. */
export class ModelServer {
  readonly #tickets: Map<TicketId, Ticket>;
  #seq = 1;

  constructor(tickets: readonly Ticket[]) {
    this.#tickets = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  }

  get tickets(): Ticket[] {
    return [...this.#tickets.values()];
  }

  /** Changes tickets, or makes them, in one event. */
  happen(type: LiveEventType, states: readonly Ticket[]): Told {
    this.#seq += 1;
    const facts = states.map((state) => {
      const ticket = { ...state, rev: (this.#tickets.get(state.id)?.rev ?? 0) + 1 };
      this.#tickets.set(ticket.id, ticket);
      return { ticket, seq: this.#seq };
    });
    return { type, facts };
  }

  /** The whole list, as of a moment in milliseconds. */
  listed(filters: ListFilters, at: number): Ticket[] {
    const place = (ticket: Ticket) => listPlace(filters.sort_by, ticket, at);
    return this.tickets
      .filter((ticket) => matches(filters, ticket) !== 'no' && passesHere(filters, ticket))
      .sort((a, b) => compareListPlaces(place(a), place(b)));
  }

  page(filters: ListFilters, size: number, marker: string | null, now: number): TicketListAnswer {
    const from: Marker | null = marker === null ? null : (JSON.parse(marker) as Marker);
    const at = from?.at ?? now;
    const place = (ticket: Ticket) => listPlace(filters.sort_by, ticket, at);
    const rest = this.listed(filters, at).filter(
      (ticket) => from === null || compareListPlaces(place(ticket), from.below) > 0,
    );
    const tickets = rest.slice(0, size);
    const last = tickets.at(-1);
    const next: Marker | null = rest.length > size && last ? { at, below: place(last) } : null;
    return { tickets, oldest_timestamp: next === null ? END_OF_LIST : JSON.stringify(next), seq: this.#seq };
  }

  counts(filters: ListFilters): TicketCounts {
    const counts: TicketCounts = {};
    for (const { status, conversation_source: source } of this.listed(filters, 0)) {
      const keys = [countKey(null, null), countKey(status, null), countKey(null, source), countKey(status, source)];
      for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  }

  /** What the live channel counts of some tickets: one agent's own, or those that nobody owns. */
  countsOf(isAmong: (ticket: Ticket) => boolean): TicketCounts {
    return new ModelServer(this.tickets.filter(isAmong)).counts(NO_FILTERS);
  }
}
