import type { Ticket, WhatsappTemplate } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useKnownValues, useTemplates } from '@inbox/panel/templates';
import { Button, Dialog } from '@inbox/ui';
import { TemplateModal, templateMessages, TemplatePicker } from '@inbox/ui/templates';
import { useState } from 'react';
import { messages } from '../../messages';
import { useSendTemplate } from './use-send-template';

interface TicketTemplatesProps {
  ticket: Ticket;
  onClose(): void;
}

/** Sends a template on this ticket: chosen first, then filled in. */
export default function TicketTemplates({ ticket, onClose }: TicketTemplatesProps) {
  const { api, navigate, addressOf } = usePanel();
  const { list, reload, current } = useTemplates(ticket.conv_source_acc_id);
  const offered = useKnownValues(ticket.conversation_id);
  const send = useSendTemplate(ticket);
  const [chosen, setChosen] = useState<WhatsappTemplate | null>(null);
  if (chosen !== null) {
    return (
      <TemplateModal
        template={current(chosen)}
        target={send.target}
        offered={offered}
        upload={(file, signal) => api.upload('template', file, { signal })}
        send={send.send}
        onBack={() => setChosen(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={templateMessages.title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{messages.cancel}</Button>}
    >
      <TemplatePicker
        list={list}
        onChoose={setChosen}
        onReload={reload}
        settings={{
          href: addressOf({ to: 'whatsapp-templates' }),
          onOpen: () => navigate({ to: 'whatsapp-templates' }),
        }}
      />
    </Dialog>
  );
}
