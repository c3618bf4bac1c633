import { conversationCalls } from './conversation';
import { customFieldCalls } from './custom-fields';
import { customerCalls } from './customer';
import { handledTimeCalls } from './handled-time';
import { listCalls } from './list';
import { newEmailCalls } from './new-email';
import { newTicketCalls } from './new-ticket';
import { noteCalls } from './notes';
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
export { FIELDS_REV, type FieldValuesAnswer } from './custom-fields';
export { NOT_KNOWN, type CorrectionRequest, type CustomerInfoQuery } from './customer';
export type { FoundCount, TicketListAnswer, TicketListRequest } from './list';
export * from './main-site';
export type {
  conversationCalls,
  customFieldCalls,
  customerCalls,
  handledTimeCalls,
  listCalls,
  newEmailCalls,
  newTicketCalls,
  noteCalls,
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
export type { NewNoteRequest } from './notes';
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
  ...customFieldCalls,
  ...quickReplyCalls,
  ...ticketCalls,
  ...newTicketCalls,
  ...newEmailCalls,
  ...noteCalls,
  ...handledTimeCalls,
  ...telephonyCalls,
  ...templateCalls,
  ...sendLaterCalls,
  ...sendToManyCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
