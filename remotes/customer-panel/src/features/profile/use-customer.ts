import { ApiError } from '@inbox/api';
import type { ConversationId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';
import { useReload } from '../../parts/use-reload';
import { knownCustomer, type KnownCustomer } from './known-customer';

export type CustomerState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry(): void }
  | { state: 'unavailable' }
  | { state: 'here'; customer: KnownCustomer };

/** The customer of a conversation; asked for anew when the agent refreshes or events were missed. */
export function useCustomer(conversation_id: ConversationId): CustomerState {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ['customer', conversation_id],
    queryFn: async ({ signal }) => {
      try {
        return knownCustomer(await api.customerDetails({ params: { conversation_id } }, { signal }));
      } catch (error) {
        // The server knows of no customer here: that is an answer.
        if (error instanceof ApiError && error.details.status === 404) return null;
        throw error;
      }
    },
  });
  const reload = () => void query.refetch();
  useReload(reload);

  if (query.data === null) return { state: 'unavailable' };
  if (query.data !== undefined) return { state: 'here', customer: query.data };
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message, retry: reload };
  return { state: 'loading' };
}
