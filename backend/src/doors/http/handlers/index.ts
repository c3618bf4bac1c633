import type { HttpDeps } from '../deps';
import type { Handlers } from '../serve-calls';
import { conversationHandlers } from './conversation';
import { customerHandlers } from './customer';
import { handledTimeHandlers } from './handled-time';
import { listHandlers } from './list';
import { quickReplyHandlers } from './quick-replies';
import { sessionHandlers } from './session';
import { telephonyHandlers } from './telephony';
import { ticketHandlers } from './ticket';

/** The calls of spec section 7, each handed on to the work or the store that does it. */
export const createHandlers = (deps: HttpDeps): Handlers => ({
  ...sessionHandlers(deps),
  ...listHandlers(deps),
  ...conversationHandlers(deps),
  ...customerHandlers(deps),
  ...quickReplyHandlers(deps),
  ...ticketHandlers(deps),
  ...handledTimeHandlers(deps),
  ...telephonyHandlers(deps),
});
