import type { HttpDeps } from './deps';
import type { Handlers } from './serve-calls';
import { analyticsHandlers } from './analytics-handlers';
import { auditHandlers } from './audit-handlers';
import { conversationHandlers } from './conversation-handlers';
import { customerHandlers } from './customer-handlers';
import { fieldHandlers } from './field-handlers';
import { handledTimeHandlers } from './handled-time-handlers';
import { listHandlers } from './list-handlers';
import { newTicketHandlers } from './new-ticket-handlers';
import { noteHandlers } from './note-handlers';
import { panelHandlers } from './panel-handlers';
import { privacyHandlers } from './privacy-handlers';
import { quickReplyHandlers } from './quick-replies-handlers';
import { sendLaterHandlers } from './send-later-handlers';
import { sessionHandlers } from './session-handlers';
import { shopStatusHandlers } from './shop-status-handlers';
import { signInHandlers } from './sign-in-handlers';
import { telephonyHandlers } from './telephony-handlers';
import { templateHandlers } from './template-handlers';
import { ticketHandlers } from './ticket-handlers';

/** The calls of spec section 7, each handed on to the work or the store that does it. */
export const createHandlers = (deps: HttpDeps): Handlers => ({
  ...sessionHandlers(deps),
  ...listHandlers(deps),
  ...conversationHandlers(deps),
  ...customerHandlers(deps),
  ...quickReplyHandlers(deps),
  ...ticketHandlers(deps),
  ...fieldHandlers(deps),
  ...newTicketHandlers(deps),
  ...noteHandlers(deps),
  ...handledTimeHandlers(deps),
  ...telephonyHandlers(deps),
  ...templateHandlers(deps),
  ...sendLaterHandlers(deps),
  ...panelHandlers(deps),
  ...analyticsHandlers(deps),
  ...auditHandlers(deps),
  ...shopStatusHandlers(deps),
  ...privacyHandlers(deps),
  ...signInHandlers(deps),
});
