import type { FieldValuesAnswer } from '@inbox/api';
import type { ContentItem, CustomField, Ticket, TicketId } from '@inbox/domain';
import { useEvent, useLiveEvents, usePanel } from '@inbox/panel';
import { useQuery, useQueryClient, useRefetch } from '@inbox/panel/query';
import { failureWords, type FailureWords } from '../sections/section-failure';
import { useReload } from '../use-reload';

export type TicketFieldsState =
  | { state: 'loading' }
  | ({ state: 'failed'; retry(): void } & FailureWords)
  | { state: 'here'; fields: CustomField[]; saved: FieldValuesAnswer; reload(): void };

const DEFINITIONS = ['custom-fields'];

export const valuesKey = (id: TicketId) => ['field-values', id];

/** An answer that was on its way while another came does not take its place. */
export const notOlder = (known: FieldValuesAnswer | undefined, told: FieldValuesAnswer): FieldValuesAnswer =>
  known !== undefined && known.rev > told.rev ? known : told;

/** The merchant's fields, and what the ticket says in them. They follow what colleagues save and operators define. */
export function useTicketFields(ticket: Ticket): TicketFieldsState {
  const { api } = usePanel();
  const client = useQueryClient();
  const definitions = useQuery({
    queryKey: DEFINITIONS,
    queryFn: ({ signal }) => api.customFields({}, { signal }),
  });
  const values = useQuery({
    queryKey: valuesKey(ticket.id),
    queryFn: async ({ signal }) => {
      const told = await api.fieldValues({ params: { ticket_id: ticket.id } }, { signal });
      return notOlder(client.getQueryData(valuesKey(ticket.id)), told);
    },
  });
  const reloadDefinitions = useRefetch(DEFINITIONS);
  const reloadValues = useRefetch(valuesKey(ticket.id));
  const reload = () => {
    reloadDefinitions();
    reloadValues();
  };
  useReload(reload);
  useEvent('live.settings.changed', reload);
  const isOurs = (item: ContentItem) =>
    item.content_type === 'log' && item.event === 'fields' && item.ticket_id === ticket.id;
  useLiveEvents(({ items }) => {
    if (items.some(isOurs)) reloadValues();
  });

  if (definitions.data && values.data) return { state: 'here', fields: definitions.data, saved: values.data, reload };
  const failed = [definitions, values].find(({ isError, isFetching }) => isError && !isFetching);
  if (failed?.error) return { state: 'failed', ...failureWords(failed.error), retry: reload };
  return { state: 'loading' };
}
