import { ApiError } from '@inbox/api';
import type { ContentItem, ScheduledMail, Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useRef, useState } from 'react';
import { messages as panelMessages } from '../../messages';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { useMailDrawer } from '../open-mail-drawer';
import { useTicketToast } from '../../ui/use-ticket-toast';
import { isEmptyDraft } from '../../drafts/drafts';
import { messages } from './messages';

/** Changes what is sent later, and calls it off. */
export function useChangeScheduled(ticket: Ticket, items: readonly ContentItem[], onChanged: () => void) {
  const { api } = usePanel();
  const { toast } = useTicketToast(ticket.id);
  const { mails } = useAgentWorkspace();
  const open = useMailDrawer();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  const once = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('error', error instanceof ApiError ? error.message : panelMessages.actionFailed);
    } finally {
      isBusy.current = false;
      setBusy(false);
      onChanged();
    }
  };
  const cancel = ({ temp_id }: ScheduledMail) => api.cancelScheduled({ params: { temp_id } });

  return {
    busy,
    callOff: (mail: ScheduledMail) =>
      once(async () => {
        await cancel(mail);
        toast('success', messages.calledOff);
      }),
    /** Into the drawer's draft first, and only then out of the server's hands: it is never in neither. */
    edit: (mail: ScheduledMail) =>
      once(async () => {
        const { drafts, uploads } = mails[mail.kind];
        const isFree = () => isEmptyDraft(drafts.get(ticket.id)) && uploads.of(ticket.id).length === 0;
        if (!isFree()) return toast('error', messages.draftFirst);
        const text = await api.scheduledText({ params: { temp_id: mail.temp_id } });
        if (!isFree()) return toast('error', messages.draftFirst);
        const { to, cc, bcc, from, subject, answered, email_body, attachments, left_out, no_quote } = text;
        drafts.clear(ticket.id);
        const isStored = await drafts.restore(ticket.id, {
          text: email_body,
          attachments,
          recipients: { to, cc, bcc, customer: ticket.customer_email ?? null },
          mail: {
            answered,
            left_out,
            ...(from !== undefined && { from }),
            ...(subject !== undefined && { subject }),
            ...(no_quote && { no_quote }),
            // It stands in the text, as its writer left it.
            signature: null,
          },
        });
        if (!isStored) {
          drafts.clear(ticket.id);
          return toast('error', messages.unstored);
        }
        try {
          await cancel(mail);
        } catch (error) {
          // It was sent or called off meanwhile. Of any other failure nobody can tell.
          if (error instanceof ApiError && error.kind === 'refused') drafts.clear(ticket.id);
          throw error;
        }
        const original = items.find(({ id }) => id === answered);
        open?.(mail.kind, original?.content_type === 'email' ? original : null);
      }),
  };
}
