export * from './agent';
export type * from './messages/arrival';
export * from './text/calendar';
export * from './bulk/bulk';
export type * from './actions/call';
export { MESSAGE_MARKS, REFERRAL_SOURCES, SENT_FROM } from './messages/channel-facts';
export type * from './messages/channel-facts';
export type * from './sending/channel-files';
export * from './text/clean-up';
export type * from './messages/comment';
export * from './messages/content';
export * from './messages/message-base';
export type * from './tickets/custom-field';
export * from './customers/customer';
export type * from './actions/customer-changes';
export type * from './messages/delivery';
export type * from './sending/files';
export * from './tickets/filters';
export type * from './text/fold-text';
export { formatClock, formatDay, formatFileSize, formatMessageTime, relativeTime } from './text/formats';
export * from './tickets/handled-time';
export * from './ids';
export type * from './actions/late-change';
export type * from './text/lengths';
export * from './tickets/list-matching';
export * from './actions/list-order';
export type * from './text/look-alike';
export type * from './email/mail-beginning';
export type * from './email/mail-draft';
export * from './email/mail-kinds';
export type * from './email/mail-signature';
export * from './text/markup';
export type * from './channels/message-limit';
export { readCurrency, RUPEES } from './text/money';
export type { Money } from './text/money';
export type * from './email/new-email';
export type * from './actions/new-ticket';
export type * from './note';
export * from './customers/order';
export type * from './sending/outgoing';
export type * from './templates/placeholders';
export type * from './templates/quick-reply';
export { newTempId, randomId } from './ids';
export type * from './email/reply-addresses';
export { isSubscribedOnly, mayAct, SETTABLE_STATUSES } from './actions/rules';
export type * from './actions/rules';
export type * from './email/send-later';
export type * from './bulk/send-to-many';
export type * from './email/sender-warnings';
export * from './channels/send-limits';
export * from './channels/session';
export * from './settings';
export type * from './templates/template';
export * from './tickets/ticket';
export type * from './actions/ticket-actions';
export type * from './typed-ticket';
export type * from './sending/undo';
export * from './live';
export * from './schema/content';
export * from './schema/custom-field';
export * from './schema/entities';
export * from './schema/filters';
export * from './schema/live';
export {
  accountIdSchema,
  agentIdSchema,
  attachmentIdSchema,
  contentIdSchema,
  conversationIdSchema,
  conversationSourceSchema,
  customerIdSchema,
  merchantIdSchema,
  prioritySchema,
  tempIdSchema,
  ticketIdSchema,
  ticketStatusSchema,
  uploadIdSchema,
} from './schema/names';
export * from './schema/newer';
export * from './schema/note';
export * from './schema/primitives';
export * from './schema/send-later';
export * from './schema/template';
