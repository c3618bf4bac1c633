import { randomUUID } from 'node:crypto';
import type { InitiateTemplateRequest } from '@inbox/api/wire';
import type { SendResult, TempId } from '@inbox/domain';
import type { SignedIn } from '../agents/sessions/session';
import type { Change } from '../platform/db/unit-of-work';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import { resolveAllFor, sendToMany } from '../conversations/send/send-to-many';
import type { TicketRow } from '../tickets/lifecycle/ticket-rows';
import { sendOnTicket, type TemplateContext, type TemplateRequest } from './send-template';
import { findTemplate } from './template-queries';

/**
 * Sends an approved template on each of several tickets. Its values may hold placeholders (spec section 3), which have each
 * ticket's own values; a file that it begins with goes to all. It is looked up for each ticket: what WhatsApp has paused meanwhile goes to no further one.
 */
export async function sendTemplateToMany(
  context: TemplateContext,
  who: SignedIn,
  request: InitiateTemplateRequest,
): Promise<SendResult[]> {
  const { ticket_ids = [], temp_ids = [], template_id } = request;
  const sends = ticket_ids.map((ticket_id, n) => ({ ticket_id, temp_id: temp_ids[n] ?? (randomUUID() as TempId) }));
  return sendToMany(context, who, { sends, kind: 'template' }, async (work, ticket, { temp_id }) => {
    const template = await findTemplate(work.tx, work.merchantId, template_id);
    if (template === undefined) throw new WorkError(404, messages.noTemplate, 'no_template');
    const filled = await fillFor(work, ticket, request);
    return sendOnTicket(context, work, who, { ticket, template, request: filled, tempId: temp_id, isForMany: true });
  });
}

async function fillFor(
  work: Change,
  ticket: TicketRow,
  { parameters, button_url, media_url }: TemplateRequest,
): Promise<TemplateRequest> {
  const keys = Object.keys(parameters);
  const texts = [...Object.values(parameters), ...(button_url === null ? [] : [button_url])];
  const resolved = await resolveAllFor(work, ticket, texts);
  return {
    parameters: Object.fromEntries(keys.map((key, n) => [key, resolved[n] ?? ''])),
    button_url: button_url === null ? null : (resolved.at(-1) ?? ''),
    media_url,
  };
}
