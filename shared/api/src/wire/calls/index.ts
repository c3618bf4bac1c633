import { conversationCalls } from './conversation';
import { customerCalls } from './customer';
import { handledTimeCalls } from './handled-time';
import { listCalls } from './list';
import { newEmailCalls } from './new-email';
import { newTicketCalls } from './new-ticket';
import { noteCalls } from './notes';
import { quickReplyCalls } from './quick-replies';
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
export { NOT_KNOWN, type CustomerInfoQuery } from './customer';
export type { FoundCount, TicketListAnswer, TicketListRequest } from './list';
export * from './main-site';
export type {
  conversationCalls,
  customerCalls,
  handledTimeCalls,
  listCalls,
  newEmailCalls,
  newTicketCalls,
  noteCalls,
  quickReplyCalls,
  sessionCalls,
  telephonyCalls,
  templateCalls,
  ticketCalls,
};
export type { HandledTime, HandledTimeReport } from './handled-time';
export type { NewEmailRequest } from './new-email';
export type { NewTicketRequest } from './new-ticket';
export type { NewNoteRequest } from './notes';
export type { ConnectCallRequest } from './telephony';
export {
  APPROVED_TEMPLATES,
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
  ...noteCalls,
  ...handledTimeCalls,
  ...telephonyCalls,
  ...templateCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
