/**
 * What is known of writing, reading and sending in a conversation. It stands apart from the rest, and is bundled by those
 * who use it: a page that shows a list alone does not load it. Its types are in the main entry as well.
 */
export * from './text/bidi-controls';
export * from './messages/arrival';
export * from './actions/call';
export * from './messages/channel-facts';
export * from './sending/channel-files';
export * from './messages/comment';
export * from './tickets/custom-field';
export * from './actions/customer-changes';
export * from './messages/delivery';
export * from './sending/files';
export * from './text/fold-text';
export { formatCheckoutDate, formatOrderDate } from './text/formats';
export * from './actions/late-change';
export * from './text/lengths';
export * from './text/look-alike';
export * from './email/mail-address';
export * from './email/mail-beginning';
export * from './email/mail-draft';
export * from './email/mail-signature';
export * from './channels/message-limit';
export * from './text/money';
export * from './email/new-email';
export * from './actions/new-ticket';
export * from './text/phone';
export * from './text/typed-phone';
export * from './note';
export * from './sending/outgoing';
export * from './templates/placeholders';
export * from './templates/quick-reply';
export * from './email/reply-addresses';
export * from './email/rich-html';
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
} from './actions/rules';
export * from './schema/outgoing';
export * from './schema/send-to-many';
export * from './email/send-later';
export * from './bulk/send-to-many';
export * from './email/sender-warnings';
export * from './templates/template';
export * from './actions/ticket-actions';
export * from './typed-ticket';
export * from './sending/undo';
