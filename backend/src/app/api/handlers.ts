import type { HttpDeps } from '../../http/deps';
import type { Handlers } from '../../http/serve-calls';
import { analyticsHandlers } from '../../analytics/routes';
import { auditHandlers } from '../../audit/routes';
import { conversationHandlers } from '../../conversations/routes';
import { customerHandlers } from '../../customers/routes';
import { fieldHandlers } from '../../tickets/custom-fields/routes';
import { handledTimeHandlers } from '../../tickets/handled-time/routes';
import { listHandlers } from '../../tickets/list/routes';
import { newTicketHandlers } from '../../conversations/initiate/routes';
import { noteHandlers } from '../../notes/routes';
import { panelHandlers } from '../../panels/routes';
import { privacyHandlers } from '../../privacy/routes';
import { quickReplyHandlers } from '../../quick-replies/routes';
import { sendLaterHandlers } from '../../conversations/schedule/routes';
import { sessionHandlers } from '../../agents/sessions/routes';
import { shopStatusHandlers } from '../../status/routes';
import { signInHandlers } from '../../agents/sign-in/routes';
import { telephonyHandlers } from '../../calls/routes';
import { templateHandlers } from '../../templates/routes';
import { ticketHandlers } from '../../tickets/routes';

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
