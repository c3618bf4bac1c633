import { QueryClient, QueryClientProvider, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '@inbox/api';
import { useCallback, useEffect, useState, type ComponentType } from 'react';

export {
  useInfiniteQuery,
  useIsFetching,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

const MAX_RETRIES = 2;

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Trying again helps only against a dead connection or a server that stumbled. A hang has taken ten seconds already:
        // it is told, and the agent decides.
        retry: (failures, error) =>
          failures < MAX_RETRIES && error instanceof ApiError && error.retryable && error.kind !== 'timeout',
      },
    },
  });

/** Empties the cache. A call that ends later starts no timer, which would hold the panel for five minutes. */
function end(client: QueryClient): void {
  for (const entry of [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()]) {
    entry.setOptions({ ...entry.options, gcTime: Infinity });
    entry.destroy();
  }
  client.clear();
}

/**
 * Asks anew for what a query on the page shows. An answer that is under way may be older than the reason to ask: it is
 * given up, the first one too, which `refetch` would wait for instead.
 */
export function useRefetch(queryKey: QueryKey): () => void {
  const client = useQueryClient();
  const hash = JSON.stringify(queryKey);
  return useCallback(() => {
    const filter = { queryKey: JSON.parse(hash) as QueryKey, exact: true };
    void client.cancelQueries(filter).then(() => client.refetchQueries(filter));
  }, [client, hash]);
}

/** Gives a panel's view a query cache of its own, which goes with the panel. */
export function withQueries<P extends object>(View: ComponentType<P>): ComponentType<P> {
  return function ViewWithQueries(props: P) {
    const [client] = useState(newClient);
    // After the view's own effects have ended: each query that it leaves would be kept for five minutes more.
    useEffect(() => () => queueMicrotask(() => end(client)), [client]);
    return (
      <QueryClientProvider client={client}>
        <View {...props} />
      </QueryClientProvider>
    );
  };
}
