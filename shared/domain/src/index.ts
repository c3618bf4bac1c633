export * from './agent';
export * from './arrival';
export * from './calendar';
export * from './bulk';
export * from './call';
export * from './channel-facts';
export * from './channel-files';
export * from './clean-up';
export * from './comment';
export * from './content';
export * from './message-base';
export * from './customer';
export * from './delivery';
export * from './files';
export * from './filters';
export * from './fold-text';
export * from './formats';
export * from './handled-time';
export * from './ids';
export * from './lengths';
export * from './list-matching';
export * from './list-order';
export * from './look-alike';
export * from './mail-beginning';
export * from './markup';
export * from './message-limit';
export * from './order';
export * from './outgoing';
export * from './placeholders';
export * from './quick-reply';
export * from './reply-addresses';
export * from './rules';
export * from './sender-warnings';
export * from './session';
export * from './settings';
export * from './template';
export * from './ticket';
export * from './ticket-actions';
export * from './undo';
export * from './live';
export * from './schema/content';
export * from './schema/entities';
export * from './schema/filters';
export * from './schema/live';
export {
  accountIdSchema,
  agentIdSchema,
  contentIdSchema,
  conversationIdSchema,
  conversationSourceSchema,
  merchantIdSchema,
  prioritySchema,
  tempIdSchema,
  ticketIdSchema,
  ticketStatusSchema,
  uploadIdSchema,
} from './schema/names';
export * from './schema/newer';
export * from './schema/outgoing';
export * from './schema/primitives';
export * from './schema/template';
