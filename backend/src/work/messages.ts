/** What the work says to people. Where spec section 8 has the text, it is that text. */
export const messages = {
  noTicket: 'There is no such ticket.',
  noConversation: 'There is no such conversation.',
  noAgent: 'There is no such agent to assign tickets to.',
  noQuoted: 'The message that is answered is not in this conversation.',

  replyClosed: 'You cannot reply as Ticket is closed.',
  replyClosedEmail: 'You cannot reply to this conversation. Ticket is closed',
  replySessionExpired: 'Whatsapp session expired.',
  replyPhone: 'Phone tickets cannot be replied to in writing.',
  replyNotOwner: 'Only the owner of this ticket may reply to it.',
  replyMayNotTake: 'You are not allowed to take tickets.',
  replyOtherConversation: 'This reply belongs to another conversation.',
  replyEmpty: 'Write a message first.',
  replyChannel: 'Replies on this channel are not available.',
  replyAccountOff: 'This channel account is turned off.',
  replyTaken: 'This message was already sent from another ticket.',
  recipientsMissing: 'Recipient mail should not be empty',
  recipientWrong: (address: string) => `'${address}' is not an email address`,
  noSubject: 'No subject',

  sendUnknown: 'The connection broke while this was being sent. It may have arrived.',

  alreadyClosed: 'Ticket is closed',
  notAssigned: 'Tickets are not yet assigned to be closed.',
  notOwner: 'Only the owner of this ticket may do this.',
  subscribed: 'Subscribed tickets cannot be transferred / closed',
  alreadyOpen: 'Ticket is open already.',
  newerTicket: 'The conversation goes on in a newer ticket.',
  mayNotAssign: 'You are not allowed to assign this ticket to this agent.',
  sameOwner: 'This agent owns the ticket already.',

  logAssigned: (to: string, by: string) =>
    to === by ? `${by} took the ticket.` : `${by} assigned the ticket to ${to}.`,
  logTransferred: (to: string, by: string) =>
    to === by ? `${by} took the ticket over.` : `${by} transferred the ticket to ${to}.`,
  logTakenByReply: (by: string) => `${by} took the ticket by replying.`,
  logClosed: (by: string) => `${by} closed the ticket.`,
  logReopened: (by: string) => `${by} opened the ticket.`,
} as const;
