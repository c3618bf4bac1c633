export * from './agent';
export type * from './arrival';
export * from './calendar';
export * from './bulk';
export type * from './call';
export { MESSAGE_MARKS, REFERRAL_SOURCES, SENT_FROM } from './channel-facts';
export type * from './channel-facts';
export type * from './channel-files';
export * from './clean-up';
export type * from './comment';
export * from './content';
export * from './message-base';
export type * from './custom-field';
export * from './customer';
export type * from './customer-changes';
export type * from './delivery';
export type * from './files';
export * from './filters';
export type * from './fold-text';
export { formatClock, formatDay, formatFileSize, formatMessageTime, relativeTime } from './formats';
export * from './handled-time';
export * from './ids';
export type * from './late-change';
export type * from './lengths';
export * from './list-matching';
export * from './list-order';
export type * from './look-alike';
export type * from './mail-beginning';
export type * from './mail-draft';
export * from './mail-kinds';
export type * from './mail-signature';
export * from './markup';
export type * from './message-limit';
export { readCurrency, RUPEES } from './money';
export type { Money } from './money';
export type * from './new-email';
export type * from './new-ticket';
export type * from './note';
export * from './order';
export type * from './outgoing';
export type * from './placeholders';
export type * from './quick-reply';
export { newTempId, randomId } from './random-id';
export type * from './reply-addresses';
export { isSubscribedOnly, mayAct, SETTABLE_STATUSES } from './rules';
export type * from './rules';
export type * from './send-later';
export type * from './send-to-many';
export type * from './sender-warnings';
export * from './send-limits';
export * from './session';
export * from './settings';
export type * from './template';
export * from './ticket';
export type * from './ticket-actions';
export type * from './typed-ticket';
export type * from './undo';
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
