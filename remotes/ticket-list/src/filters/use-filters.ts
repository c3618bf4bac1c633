import {
  DEFAULT_TICKET_STATUS,
  type ListFilters,
  type SourceTab,
  type StatusTab,
  type TicketStatus,
} from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ListStore } from '../list/store/list-store';
import { activeTab, listing, sameFilters, searchingFor } from './filter-rules';
import type { NamedFilters } from './use-named-filters';

/** What a toggle or a search goes back to: the newest tab, and the newest status (the bot's too) outside a search. */
interface Past {
  tab: StatusTab;
  status: TicketStatus | null;
}

function past(
  filters: ListFilters,
  before: Past = { tab: DEFAULT_TICKET_STATUS, status: DEFAULT_TICKET_STATUS },
): Past {
  const tab = activeTab(filters);
  if (tab !== undefined) return { tab, status: tab };
  return filters.search === null ? { ...before, status: filters.ticket_status } : before;
}

export interface FilterChoice {
  chooseStatus(status: StatusTab): void;
  chooseSource(source: SourceTab): void;
  toggleBots(): void;
  /** The text is clean and not empty. */
  search(text: string): void;
  clearSearch(): void;
  change(filters: Partial<ListFilters>): void;
}

interface FilterChoiceOptions {
  store: ListStore;
  filters: ListFilters;
  /** What shows where the address names nothing, with the tab that was chosen last. */
  home: ListFilters;
  /** What the page says that the list is to show. */
  named: NamedFilters | undefined;
  onTab(status: StatusTab): void;
  /** Another list is about to show. */
  onShow(): void;
}

/**
 * What an agent does to the filters. The list follows at once, and the page is asked to name them in its address; an
 * address that names others (back, forward, a link) is followed in turn.
 */
export function useFilters({ store, filters, home, named, onTab, onShow }: FilterChoiceOptions): FilterChoice {
  const { navigate } = usePanel();
  /** Asked of the page and not yet heard back, oldest first: an echo that comes late changes nothing. */
  const onTheWay = useRef<ListFilters[]>([]);
  const before = useRef(past(home));

  const apply = (next: ListFilters) => {
    before.current = past(next, before.current);
    onShow();
    store.setFilters(next);
  };
  const show = (next: ListFilters) => {
    onTheWay.current.push(next);
    apply(next);
    navigate({ to: 'tickets', filters: next });
  };

  const follow = useEffectEvent((asked: ListFilters | null) => {
    const next = asked ?? home;
    const echo = onTheWay.current.findIndex((one) => sameFilters(one, next));
    onTheWay.current = echo < 0 ? [] : onTheWay.current.slice(echo + 1);
    if (echo < 0 && !sameFilters(next, store.get().filters)) apply(next);
  });
  useEffect(() => {
    if (named) follow(named.filters);
  }, [named]);

  return {
    chooseStatus(status) {
      onTab(status);
      show(listing(filters, status));
    },
    chooseSource: (conversation_source) => show({ ...filters, conversation_source }),
    toggleBots() {
      const onBots = filters.search === null && filters.ticket_status === 'assigned_to_bot';
      show(listing(filters, onBots ? before.current.tab : 'assigned_to_bot'));
    },
    search: (text) => show(searchingFor(filters, text)),
    clearSearch: () => show(listing(filters, before.current.status)),
    change: (part) => show({ ...filters, ...part }),
  };
}
