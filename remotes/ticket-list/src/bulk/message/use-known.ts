import type { ConversationId, Ticket } from '@inbox/domain';
import type { Known } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

/** What is known of these tickets' customers, as it comes; of one that cannot be loaded, nothing. */
export function useKnown(tickets: readonly Ticket[]): ReadonlyMap<ConversationId, Known> {
  const { api } = usePanel();
  const [known, setKnown] = useState<ReadonlyMap<ConversationId, Known>>(new Map());
  const ids = tickets.map(({ conversation_id }) => conversation_id).join(',');
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const load = async (conversation_id: ConversationId) => {
      const params = { conversation_id };
      const [customer, orders] = await Promise.all([
        api.customerDetails({ params }, { signal }),
        api.customerOrders({ params }, { signal }),
      ]);
      if (!signal.aborted) setKnown((before) => new Map(before).set(conversation_id, { customer, orders }));
    };
    for (const id of ids.split(',').filter(Boolean)) load(Number(id) as ConversationId).catch(() => undefined);
    return () => ended.abort();
  }, [api, ids]);
  return known;
}
