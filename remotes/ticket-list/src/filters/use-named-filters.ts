import { listFiltersSchema, type AgentId, type ListFilters } from '@inbox/domain';
import { useTopic } from '@inbox/panel';
import { useMemo } from 'react';
import { defaultFilters } from './filter-rules';

/** The filters that the page names, by props or by its address; null when it names none. A new object is a new request. */
export interface NamedFilters {
  filters: ListFilters | null;
}

/**
 * What the page says that the list is to show; undefined until it does.
 *
 * @param ofProps what differs from the agent's usual list
 * @throws ZodError for props that are no filters
 */
export function useNamedFilters(
  me: AgentId | null,
  ofProps: Partial<ListFilters> | undefined,
): NamedFilters | undefined {
  const ofAddress = useTopic('list.asked');
  // A page may hand over an equal object at each of its renders.
  const text = ofProps && JSON.stringify(ofProps);
  const named = useMemo(
    () =>
      text === undefined
        ? undefined
        : { filters: listFiltersSchema.parse({ ...defaultFilters(me), ...(JSON.parse(text) as object) }) },
    [me, text],
  );
  return named ?? ofAddress;
}
