import type { ConversationId } from '@inbox/domain';
import { useEvent } from '@inbox/panel';
import { useQueryClient } from '@inbox/panel/query';
import { useReload } from './use-reload';

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
