import { ApiError } from '@inbox/api';
import { shopStatusCalls, type ShopStatus } from '@inbox/api/shop-status';
import { usePanel } from '@inbox/panel';
import { useMutation, useQuery, useQueryClient } from '@inbox/panel/query';
import { messages } from './messages';

/** Milliseconds after which the page asks again while it is seen. */
const REFRESH_MS = 10_000;
const KEY = ['status'];

/** How the inbox fares now. */
export function useStatus(isShown: boolean) {
  const { api } = usePanel();
  return useQuery<ShopStatus>({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(shopStatusCalls.shopStatus, {}, { signal }),
    staleTime: 0,
    refetchInterval: isShown ? REFRESH_MS : false,
  });
}

/** What became of a try that one line offers: the words are of the line that it was made for. */
export interface Try {
  start(id: number): void;
  isRunning(id: number): boolean;
  /** Why it did not help; null when it did, or was not made. */
  problemOf(id: number): string | null;
}

function useTry(attempt: (id: number) => Promise<string | null>): Try {
  const queries = useQueryClient();
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: attempt,
    // Whatever came of it: others may have done it meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return {
    start: (id) => mutate(id),
    isRunning: (id) => isPending && variables === id,
    problemOf(id) {
      if (variables !== id || isPending) return null;
      if (error !== null) return error instanceof ApiError ? error.message : messages.failed;
      return data ?? null;
    },
  };
}

/** Puts what failed in line again. */
export function useSendAgain(): Try {
  const { api } = usePanel();
  return useTry(async (id) => {
    await api.call(shopStatusCalls.sendAgain, { params: { id } });
    return null;
  });
}

/** Has a delivery read once more. */
export function useReprocess(): Try {
  const { api } = usePanel();
  return useTry(async (id) => (await api.call(shopStatusCalls.reprocessDeadLetter, { params: { id } })).reason);
}

/** Hides a notice from the shop's admins, until the channel reports the same once more. */
export function useDismissNotice(): Try {
  const { api } = usePanel();
  return useTry(async (id) => {
    await api.call(shopStatusCalls.dismissNotice, { params: { id } });
    return null;
  });
}
