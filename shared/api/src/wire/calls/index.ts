import { conversationCalls } from './conversation';
import { customerCalls } from './customer';
import { handledTimeCalls } from './handled-time';
import { listCalls } from './list';
import { newEmailCalls } from './new-email';
import { newTicketCalls } from './new-ticket';
import { quickReplyCalls } from './quick-replies';
import { sendLaterCalls } from './send-later';
import { sendToManyCalls } from './send-to-many';
import { sessionCalls } from './session';
import { telephonyCalls } from './telephony';
import { templateCalls } from './templates';
import { ticketCalls } from './ticket';

export type {
  CommentDeleteRequest,
  CommentReplyRequest,
  ContentAnswer,
  ContentQuery,
  ReplyRequest,
} from './conversation';
export { NOT_KNOWN, type CorrectionRequest, type CustomerInfoQuery } from './customer';
export type { FoundCount, TicketListAnswer, TicketListRequest } from './list';
export * from './main-site';
export type {
  conversationCalls,
  customerCalls,
  handledTimeCalls,
  listCalls,
  newEmailCalls,
  newTicketCalls,
  quickReplyCalls,
  sendLaterCalls,
  sendToManyCalls,
  sessionCalls,
  telephonyCalls,
  templateCalls,
  ticketCalls,
};
export type { HandledTime, HandledTimeReport } from './handled-time';
export type { NewEmailRequest } from './new-email';
export type { NewTicketRequest } from './new-ticket';
export { MAX_IMPORT_BYTES, type ImportAnswer, type QuickReplyRequest } from './quick-replies';
export type { ScheduledText, SendLaterRequest } from './send-later';
export type { ReplyToManyRequest, SendResults } from './send-to-many';
export type { ConnectCallRequest } from './telephony';
export {
  APPROVED_TEMPLATES,
  type InitiateTemplateAnswer,
  type InitiateTemplateRequest,
  type TemplateListAnswer,
  type TemplateListQuery,
} from './templates';
export type { ChangeAnswer, ManyTickets } from './parts';

/** The calls, by the name they have in the client. */
export const calls = {
  ...sessionCalls,
  ...listCalls,
  ...conversationCalls,
  ...customerCalls,
  ...quickReplyCalls,
  ...ticketCalls,
  ...newTicketCalls,
  ...newEmailCalls,
  ...handledTimeCalls,
  ...telephonyCalls,
  ...templateCalls,
  ...sendLaterCalls,
  ...sendToManyCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
