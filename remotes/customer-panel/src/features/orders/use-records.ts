import type { AbandonedCheckout, ConversationId, Order } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';
import { useCustomerChanges } from '../../parts/use-customer-changes';

export type RecordsState<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; reload(): void }
  /** `isReloading`: they are asked for again, and shown meanwhile. */
  | { state: 'here'; records: T[]; isReloading: boolean; reload(): void };

export function useOrders(conversation_id: ConversationId): RecordsState<Order> {
  const { api } = usePanel();
  return useRecords(conversation_id, 'orders', (params, signal) => api.customerOrders({ params }, { signal }));
}

export function useCheckouts(conversation_id: ConversationId): RecordsState<AbandonedCheckout> {
  const { api } = usePanel();
  return useRecords(conversation_id, 'checkouts', (params, signal) => api.customerCheckouts({ params }, { signal }));
}

type Params = { conversation_id: ConversationId };

function useRecords<T>(
  conversation_id: ConversationId,
  what: string,
  load: (params: Params, signal: AbortSignal) => Promise<T[]>,
): RecordsState<T> {
  const query = useQuery({
    queryKey: [what, conversation_id],
    queryFn: ({ signal }) => load({ conversation_id }, signal),
  });
  const reload = () => void query.refetch();
  useCustomerChanges(conversation_id, reload);
  if (query.data) return { state: 'here', records: query.data, isReloading: query.isFetching, reload };
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message, reload };
  return { state: 'loading' };
}
