import { calls, type InitiateTemplateRequest } from '@inbox/api';
import type { Schema } from '@inbox/domain';
import { lastTenDigits, type TypedPhone } from '@inbox/domain/conversation';
import { toastAction, usePanel } from '@inbox/panel';
import { messageOf } from '@inbox/panel/templates';
import { templateToasts, type TemplateToSend } from '@inbox/ui/templates';
import { useRequestOnce } from '../use-request-once';
import { messages } from './messages';

/** Where the browser stores a send of which nobody knows whether it was heard. */
const ASKED = 'send-template.asked';

export interface TemplateMode {
  /** The number of the send of which nobody knows whether it arrived; null when there is none. */
  unknown: string | null;
  isSending: boolean;
  /** Answers whether it was sent, and tells by itself what came of it. */
  send(phone: TypedPhone, made: TemplateToSend): Promise<boolean>;
  again(): Promise<boolean>;
  discard(): void;
}

/** Sends a template to a phone number, once: what was made for one number never goes to another. */
export function useTemplateMode(): TemplateMode {
  const { api, bus, navigate, toast } = usePanel();
  const once = useRequestOnce({
    key: ASKED,
    schema: calls.initiateTemplate.body as Schema<InitiateTemplateRequest>,
    call: async (body) => messageOf(await api.initiateTemplate({ body })),
    failed: messages.failed,
  });
  const { unknown } = once;

  async function request(body: InitiateTemplateRequest): Promise<boolean> {
    const target = body.phone ?? '';
    const outcome = await once.request(() => body);
    if (outcome.kind === 'failed') toast('error', templateToasts.failed(outcome.reason ?? messages.failed, target));
    if (outcome.kind !== 'answered') return false;
    const { ticket } = outcome.answer;
    bus.emit('ticket.changed', { tickets: [ticket] });
    const open = toastAction(bus, 'ticket-list', messages.open, () => navigate({ to: 'ticket', id: ticket.id }));
    toast('success', templateToasts.sent(target), open);
    return true;
  }

  return {
    unknown: unknown === null ? null : lastTenDigits(unknown.phone ?? ''),
    isSending: once.state.kind === 'running',
    send: (phone, made) => request({ ...made, ...phone }),
    again: () => (unknown === null ? Promise.resolve(false) : request(unknown)),
    discard: once.forget,
  };
}
