import { APPROVED_TEMPLATES } from '@inbox/api';
import type { Ticket } from '@inbox/domain';
import { knownValues } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { templateToasts, type TemplateList, type TemplateToSend } from '@inbox/ui/templates';
import { useCallback, useEffect, useState } from 'react';
import { messages } from '../../../messages';
import { useApplyFacts } from '../../../parts/apply-facts';

const wordsOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : messages.actionFailed;

/** The templates of the number that the ticket's customer writes to. */
export function useTemplates({ conv_source_acc_id: account }: Ticket): { list: TemplateList; reload(): void } {
  const { api } = usePanel();
  const [list, setList] = useState<TemplateList>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    api.templates({ query: APPROVED_TEMPLATES }, { signal: ended.signal }).then(
      ({ templates, problem }) => {
        const own = templates.filter(({ account_id }) => account_id === account);
        setList({ templates: own, problem: own.length > 0 ? null : problem });
      },
      (error: unknown) => {
        if (!ended.signal.aborted) setList({ templates: [], problem: wordsOf(error) });
      },
    );
    return () => ended.abort();
  }, [api, account, round]);
  const reload = useCallback(() => {
    setList('loading');
    setRound((before) => before + 1);
  }, []);
  return { list, reload };
}

/** What is known of the ticket's customer and their first order; nothing while, or when, it cannot be loaded. */
export function useKnownValues({ conversation_id }: Ticket): readonly { name: string; value: string }[] {
  const { api } = usePanel();
  const [known, setKnown] = useState<readonly { name: string; value: string }[]>([]);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const params = { conversation_id };
    Promise.all([api.customerDetails({ params }, { signal }), api.customerOrders({ params }, { signal })]).then(
      ([customer, orders]) => setKnown(knownValues({ customer, orders })),
      () => undefined,
    );
    return () => ended.abort();
  }, [api, conversation_id]);
  return known;
}

/** Sends to the ticket that it was made for, whichever is open by then, and tells what came of it (spec section 8). */
export function useSendTemplate({ id }: Ticket): { target: string; send(made: TemplateToSend): Promise<boolean> } {
  const { api, bus, toast } = usePanel();
  const applyFacts = useApplyFacts();
  const target = `#${id}`;
  return {
    target,
    async send(made) {
      try {
        const { item, ticket } = await api.initiateTemplate({ body: { ...made, ticket_ids: [id] } });
        applyFacts({ tickets: [ticket], items: [item] });
        bus.emit('ticket.changed', { tickets: [ticket] });
        toast('success', templateToasts.sent(target));
        return true;
      } catch (error) {
        toast('error', templateToasts.failed(wordsOf(error), target));
        return false;
      }
    },
  };
}
