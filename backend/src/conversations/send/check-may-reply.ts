import type { ReplyRefusal, TemplateRefusal } from '@inbox/domain';
import { maySendTemplate, mayReply } from '@inbox/domain/conversation';
import { ruledTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';

const refusals: Record<ReplyRefusal | TemplateRefusal, { status: 403 | 409; message: string }> = {
  closed: { status: 409, message: messages.replyClosed },
  session_expired: { status: 409, message: messages.replySessionExpired },
  phone: { status: 409, message: messages.replyPhone },
  not_whatsapp: { status: 409, message: messages.templateNotWhatsapp },
  newer_channel: { status: 409, message: messages.replyNewerChannel },
  may_not_take: { status: 403, message: messages.replyMayNotTake },
  not_owner: { status: 403, message: messages.replyNotOwner },
};

/** @throws WorkError when this agent may not reply to this ticket now */
export function checkMayReply({ now }: { now: Date }, who: SignedIn, row: TicketRow): void {
  const verdict = mayReply(who.agent, ruledTicket(row), now.getTime());
  if (verdict.allowed) return;
  const { status, message } = refusals[verdict.reason];
  const closedMail = verdict.reason === 'closed' && row.source === 'email';
  throw new WorkError(status, closedMail ? messages.replyClosedEmail : message, verdict.reason);
}

/** The same for a template, which may be sent after the session has ended. @throws WorkError when it may not */
export function checkMaySendTemplate(who: SignedIn, row: TicketRow): void {
  const verdict = maySendTemplate(who.agent, ruledTicket(row));
  if (verdict.allowed) return;
  const { status, message } = refusals[verdict.reason];
  throw new WorkError(status, message, verdict.reason);
}
