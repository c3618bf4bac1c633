import { panelCalls, type PanelChangeRequest, type PanelOperations } from '@inbox/api/panels';
import { usePanel } from '@inbox/panel';
import { useMutation, useQuery, useQueryClient } from '@inbox/panel/query';

/** Milliseconds after which the page asks again while it is seen: pages report, and other operators change things. */
const REFRESH_MS = 5_000;
const KEY = ['operations'];

/** What is released and how it fares, as it is now. */
export function useOperations(isShown: boolean) {
  const { api } = usePanel();
  return useQuery<PanelOperations>({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(panelCalls.panelOperations, {}, { signal }),
    staleTime: 0,
    refetchInterval: isShown ? REFRESH_MS : false,
  });
}

/** Changes a panel, and has the page ask for what is there then. */
export function useChange() {
  const { api } = usePanel();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PanelChangeRequest) => api.call(panelCalls.changePanel, { body: change }),
    // Whatever came of it: who was too late is to see what is there by now.
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
