import type { AbandonedCheckout, ConversationId, Order, ShopState } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useQuery, useRefetch } from '@inbox/panel/query';
import { useCustomerChanges } from '../use-reload';

export type RecordsState<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; reload(): void }
  /** `isReloading`: they are asked for again, and shown meanwhile. */
  | { state: 'here'; records: T[]; shop: ShopState | null; isReloading: boolean; reload(): void };

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
  const queryKey = [what, conversation_id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => load({ conversation_id }, signal),
  });
  const reload = useRefetch(queryKey);
  useCustomerChanges(conversation_id, reload);
  const shop = useShopState(conversation_id, what, query.data && query.dataUpdatedAt);
  if (query.data) {
    // Whether there really is nothing is known with the state of the shop.
    if (query.data.length === 0 && shop === undefined) return { state: 'loading' };
    return { state: 'here', records: query.data, shop: shop ?? null, isReloading: query.isFetching, reload };
  }
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message, reload };
  return { state: 'loading' };
}

/**
 * How old the records are. It is asked for after them: the server has asked the shop by then.
 * @param loadedAt undefined while they are not loaded
 * @returns undefined until it is known; null where there is no shop, or it cannot be had
 */
function useShopState(
  conversation_id: ConversationId,
  what: string,
  loadedAt: number | undefined,
): ShopState | null | undefined {
  const { api, report } = usePanel();
  const query = useQuery({
    queryKey: ['shop', what, conversation_id, loadedAt],
    enabled: loadedAt !== undefined,
    // Of the same customer what was said before stands until there is an answer.
    placeholderData: (previous: ShopState | null | undefined, before) =>
      before?.queryKey[2] === conversation_id ? previous : undefined,
    queryFn: async ({ signal }): Promise<ShopState | null> => {
      try {
        return await api.customerShop({ params: { conversation_id } }, { signal });
      } catch (error) {
        if (signal.aborted) throw error;
        report({ level: 'warning', message: 'It is not known how old the orders are', detail: String(error) });
        return null;
      }
    },
  });
  return query.data;
}
