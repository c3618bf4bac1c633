/**
 * What is known of writing, reading and sending in a conversation. It stands apart from the rest, and is bundled by those
 * who use it: a page that shows a list alone does not load it. Its types are in the main entry as well.
 */
export * from './bidi-controls';
export * from './arrival';
export * from './call';
export * from './channel-facts';
export * from './channel-files';
export * from './comment';
export * from './custom-field';
export * from './customer-changes';
export * from './delivery';
export * from './files';
export * from './fold-text';
export { formatCheckoutDate, formatOrderDate } from './formats';
export * from './late-change';
export * from './lengths';
export * from './look-alike';
export * from './mail-address';
export * from './mail-beginning';
export * from './mail-draft';
export * from './mail-signature';
export * from './message-limit';
export * from './money';
export * from './new-email';
export * from './new-ticket';
export * from './phone';
export * from './typed-phone';
export * from './note';
export * from './outgoing';
export * from './placeholders';
export * from './quick-reply';
export * from './reply-addresses';
export * from './rich-html';
export {
  afterAssign,
  afterClose,
  afterCustomerMessage,
  afterReopen,
  afterReply,
  assignTargets,
  isUnowned,
  mayAssign,
  mayClose,
  mayReopen,
  mayReply,
} from './rules';
export * from './schema/outgoing';
export * from './schema/send-to-many';
export * from './send-later';
export * from './send-to-many';
export * from './sender-warnings';
export * from './template';
export * from './ticket-actions';
export * from './typed-ticket';
export * from './undo';
