import { ApiError } from '@inbox/api';
import type { Customer, ConversationId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useQuery, useQueryClient, useRefetch } from '@inbox/panel/query';
import { customerKey, useCustomerChanges } from '../use-reload';
import { useFigures, type FiguresState } from './figures/use-figures';
import { knownCustomer, type KnownCustomer } from './known-customer';

export type CustomerState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry(): void }
  /** `replace`: there is a customer, of whom nothing is known. */
  | { state: 'unavailable'; replace?(customer: Customer): void }
  | {
      state: 'here';
      customer: KnownCustomer;
      figures: FiguresState;
      reload(): void;
      replace(customer: Customer): void;
    };

const NOBODY = 'nobody';

/** The customer of a conversation; asked for anew when the agent refreshes or events were missed. */
export function useCustomer(conversation_id: ConversationId): CustomerState {
  const { api } = usePanel();
  const client = useQueryClient();
  const queryKey = customerKey(conversation_id);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await api.customerDetails({ params: { conversation_id } }, { signal });
      } catch (error) {
        // The server knows of no customer here: that is an answer.
        if (error instanceof ApiError && error.details.status === 404) return NOBODY;
        throw error;
      }
    },
    select: (found) => (found === NOBODY ? found : knownCustomer(found)),
  });
  const reload = useRefetch(queryKey);
  useCustomerChanges(conversation_id, reload);

  const known = query.data === NOBODY ? null : query.data;
  const figures = useFigures(conversation_id, {
    analytics: known?.analytics,
    isPending: known?.isPending === true,
    at: query.dataUpdatedAt,
  });

  const replace = (customer: Customer) => client.setQueryData(queryKey, customer);
  if (query.data === NOBODY) return { state: 'unavailable' };
  if (query.data === null) return { state: 'unavailable', replace };
  if (query.data !== undefined) return { state: 'here', customer: query.data, figures, reload, replace };
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message, retry: reload };
  return { state: 'loading' };
}
