import { distinctUntilChanged, filter, map, type BusClient, type Observable } from '@inbox/events';
import { useComposed, useEvent } from '@inbox/panel';
import type { ConversationId } from '@inbox/domain';
import { useQueryClient } from '@inbox/panel/query';

/** Calls back when what is shown may be old: the agent refreshes, events were missed, or the connection was down. */
export function useReload(reload: () => void): void {
  useEvent('refresh.requested', reload);
  useEvent('live.resync', reload);
  useComposed('connection@1', reconnected, reload);
}

/** Each time that the connection is live again. The state at the start is none. */
const reconnected = (bus: BusClient): Observable<boolean> =>
  bus.state('connection').pipe(
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
    filter((isLive, index) => isLive && index > 0),
  );

/** Where the customer of a conversation is cached. */
export const customerKey = (conversation_id: ConversationId) => ['customer', conversation_id];

/** Calls back when this customer, or what is theirs, may have changed. */
export function useCustomerChanges(conversation_id: ConversationId, reload: () => void): void {
  const client = useQueryClient();
  useReload(reload);
  useEvent('live.customers.changed', ({ customer_ids }) => {
    // As long as it is not known who the customer is, it may be any of them.
    const id = client.getQueryData<{ id?: number | undefined }>(customerKey(conversation_id))?.id;
    if (id === undefined || customer_ids.some((changed) => changed === id)) reload();
  });
}
