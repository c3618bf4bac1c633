import type { Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { messageOf, wordsOfFailure } from '@inbox/panel/templates';
import { templateToasts, type TemplateToSend } from '@inbox/ui/templates';
import { useApplyFacts } from '../../thread/state/apply-facts';

/** Sends to the ticket that it was made for, whichever is open by then, and tells what came of it (spec section 8). */
export function useSendTemplate({ id }: Ticket): { target: string; send(made: TemplateToSend): Promise<boolean> } {
  const { api, bus, toast } = usePanel();
  const applyFacts = useApplyFacts();
  const target = `#${id}`;
  return {
    target,
    async send(made) {
      try {
        const { item, ticket } = messageOf(await api.initiateTemplate({ body: { ...made, ticket_ids: [id] } }));
        applyFacts({ tickets: [ticket], items: [item] });
        bus.emit('ticket.changed', { tickets: [ticket] });
        toast('success', templateToasts.sent(target));
        return true;
      } catch (error) {
        toast('error', templateToasts.failed(wordsOfFailure(error), target));
        return false;
      }
    },
  };
}
