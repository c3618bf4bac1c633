import type { ConversationId, CustomerAnalytics } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';
import { messages } from '../../messages';

export type FiguresState =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  /** Null: nothing is known of their orders, and nobody is left to ask. */
  | { state: 'here'; analytics: CustomerAnalytics | null };

interface Told {
  /** Undefined while the customer is not known. */
  analytics: CustomerAnalytics | null | undefined;
  isPending: boolean;
  /** When the customer was told of; for another time the figures are asked for anew. */
  at: number;
}

/** How the customer's orders went: as the customer's answer says, or, where the shop has yet to say, once it has. */
export function useFigures(conversation_id: ConversationId, { analytics, isPending, at }: Told): FiguresState {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ['customer-figures', conversation_id, at],
    enabled: isPending,
    queryFn: ({ signal }) => api.customerFigures({ params: { conversation_id } }, { signal }),
  });
  if (analytics === undefined) return { state: 'loading' };
  if (!isPending) return { state: 'here', analytics };
  if (query.data?.is_known) return { state: 'here', analytics: query.data.analytics };
  if (query.data) return { state: 'failed', message: messages.orderList.unanswered };
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message };
  return { state: 'loading' };
}
