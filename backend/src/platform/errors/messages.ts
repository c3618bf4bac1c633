import {
  MAX_FILES_PER_SEND,
  MOST_RECIPIENTS,
  type ConversationSource,
  type CorrectionRefusal,
  type DateRangeProblem,
  type ManySkip,
  type MessageLimit,
  type Priority,
  type QuickReplyProblem,
  type TemplateGap,
  type TemplateStatus,
} from '@inbox/domain';
import { MAX_QUICK_REPLIES, MAX_QUICK_REPLY_LENGTH, MAX_SHORTCUT_LENGTH } from '@inbox/domain/conversation';

const priorityWords: Record<Priority, string> = { 0: 'None', 1: 'High', 2: 'Medium', 3: 'Low' };

const channelNames: Record<ConversationSource, string> = {
  whatsapp: 'WhatsApp',
  email: 'Email',
  instagram: 'Instagram',
  messenger: 'Messenger',
  phone: 'Phone',
  comment: 'Comments',
  other: 'this channel',
};

const templateStatusWords: Record<Exclude<TemplateStatus, 'approved'>, string> = {
  pending: 'is not approved by WhatsApp yet.',
  paused: 'is paused by WhatsApp.',
  rejected: 'was rejected by WhatsApp.',
  disabled: 'is disabled by WhatsApp.',
  deleted: 'was deleted.',
};

const templateGapWords: Record<TemplateGap | 'other', string> = {
  catalogue: 'a catalogue',
  carousel: 'a carousel',
  products: 'a list of products',
  flow: 'a form',
  one_time_code: 'a one-time code',
  offer: 'a limited-time offer',
  location: 'a location',
  other: 'a part that this version does not know',
};

function quickReplyProblemWords(problem: QuickReplyProblem): string {
  if (problem.field === 'message') {
    return problem.reason === 'empty'
      ? 'Write the message first.'
      : `A message has ${MAX_QUICK_REPLY_LENGTH.toLocaleString('en')} characters at most.`;
  }
  return problem.reason === 'no_slash'
    ? "Add '/' at the beginning of the shortcut"
    : `A shortcut has ${MAX_SHORTCUT_LENGTH} characters at most.`;
}

/** What the work says to people. Where spec section 8 has the text, it is that text. */
export const messages = {
  notFailed: 'This was sent meanwhile, or is on its way.',
  notWaiting: 'There is nothing to send under this number any more.',
  noTicket: 'There is no such ticket.',
  noCustomer: 'There is no such customer.',
  noJoin: 'These entries are not joined, or not any more.',
  sameCustomer: 'This is the same entry.',
  joinedAlready: 'This entry was joined with another meanwhile. Reload the page.',
  joinsForAdmins: 'Only store admins may join and part customers.',
  dataForAdmins: 'Only store admins may export and erase customers.',
  otherName: 'This is not the name of the customer.',
  correction: {
    no_name: 'Enter a name.',
    email: 'Enter a valid e-mail address.',
    phone: 'Enter a Valid Number',
    too_long: 'This is too long.',
  } satisfies Record<CorrectionRefusal, string>,
  correctionFailed: 'Some fields cannot be saved as they are.',
  noConversation: 'There is no such conversation.',
  noAgent: 'There is no such agent to assign tickets to.',
  noQuoted: 'The message that is answered is not in this conversation.',

  replyClosed: 'You cannot reply as Ticket is closed.',
  replyClosedEmail: 'You cannot reply to this conversation. Ticket is closed',
  replySessionExpired: 'Whatsapp session expired.',
  replyPhone: 'Phone tickets cannot be replied to in writing.',
  replyNewerChannel: 'This version of the inbox cannot reply on this channel.',
  sendSkips: {
    closed: 'Ticket is closed',
    session_expired: 'Whatsapp session expired.',
    follow_up: 'The ticket waits for its follow-up.',
    unassigned: 'The ticket is not yet assigned.',
    not_owner: 'Only the owner of this ticket may reply to it.',
    channel: 'Messages to many tickets do not go to this channel.',
    not_whatsapp: 'Templates are sent by WhatsApp.',
  } satisfies Record<ManySkip, string>,
  /** Of a message to many, which nobody reads over for each of them. */
  replyNotOwner: 'Only the owner of this ticket may reply to it.',
  replyMayNotTake: 'You are not allowed to take tickets.',
  replyOtherConversation: 'This reply belongs to another conversation.',
  replyEmpty: 'Write a message first.',
  replyAccountOff: 'This channel account is turned off.',
  replyTooLong: ({ max, unit }: MessageLimit, over: number) =>
    `This channel takes at most ${max.toLocaleString('en')} ${unit} in one message. Yours has ${over.toLocaleString('en')} too many.`,
  noUpload: 'A file of this message is not there any more. Please attach it again.',
  fileNotTaken: (name: string) => `This channel does not take the file '${name}'.`,
  typeNotSupported: (name: string, type: string) => `File ${name} has a type ${type} which is not supported`,
  typeTooLarge: (type: string, megabytes: number) => `${type} larger than ${megabytes} MB is not supported`,
  typeTooLargeOn: (type: string, megabytes: number, channel: ConversationSource) =>
    `${type} larger than ${megabytes} MB is not supported on ${channelNames[channel]}`,
  infected: (name: string, virus: string) => `File ${name} has a virus (${virus}) and was not uploaded`,
  ofFile: (name: string, what: string) => `${name}: ${what}`,
  fileTooLarge: (name: string, max: number) =>
    `The file '${name}' is larger than the ${max / 1_000_000} MB that this channel takes.`,
  tooManyFiles: `You cannot send more than ${MAX_FILES_PER_SEND} files at a time`,
  noComment: 'There is no such comment.',
  commentGone: 'This comment was deleted already.',
  replyNewer: 'A colleague has answered meanwhile.',
  sendTime: {
    past: 'Choose a time that is still to come.',
    too_far: 'Choose a time within a year.',
  },
  laterNotMail: 'Only an e-mail can be sent later.',
  noScheduled: 'This e-mail is not planned any more.',
  scheduledNotYours: 'Only its writer or a store admin can change this e-mail.',
  scheduledTaken: 'This e-mail was sent already.',
  writerGone: 'Its writer may not use the inbox any more.',
  undoGone: 'It has left already and cannot be taken back.',
  undoNotMail: 'Only an e-mail can be taken back.',
  noReply: 'There is no such message of yours.',
  replyTaken: 'This message was already sent from another ticket.',
  recipientsMissing: 'Recipient mail should not be empty',
  recipientRequired: 'Recipient email address is required to send an email',
  tooManyRecipients: `A field takes ${MOST_RECIPIENTS} addresses at most`,
  mailNotStored: 'What was sent is not stored any more. Please write it anew.',
  notUnknown: 'It is known by now whether this e-mail was sent.',
  mailTooLong: (most: number) =>
    `An e-mail has ${most.toLocaleString('en')} characters at most, with its formatting. Attach a longer text as a file.`,
  signatureTooLong: 'The signature is too long. Use a smaller picture, or none.',
  noSuchMailbox: 'There is no such email account that is turned on.',
  imagesTooLarge: (max: number) => `The images in the text may have ${max / 1_000_000} MB together`,
  imageWrong: 'An image in the text is not a PNG, JPEG, GIF or WebP image.',
  recipientWrong: (address: string) => `'${address}' is not an email address`,
  recipientNotChosen: (address: string) =>
    `'${address}' is not the address of this ticket's customer. Choose again whom the reply goes to.`,
  noSubject: 'No subject',
  quoteCut: '[The original is longer than what is quoted here.]',
  noForwarded: 'A file of the original is not there any more. Remove it, and send again.',

  noTemplate: 'There is no such template.',
  templateNot: (name: string, status: Exclude<TemplateStatus, 'approved'>) =>
    `The template '${name}' ${templateStatusWords[status]}`,
  templateGap: (name: string, gap: TemplateGap | 'other') =>
    `The template '${name}' has ${templateGapWords[gap]}, which cannot be sent from here.`,
  templateValues: 'Every placeholder of the template needs a value.',
  templateMedia: 'The template begins with a file: attach it.',
  templateNoMedia: 'This template takes no file.',
  templateNotWhatsapp: 'Templates are sent by WhatsApp.',
  templateGroup: 'Templates cannot be sent to a group.',
  templateOtherAccount: 'This template belongs to another WhatsApp number than the ticket.',
  templatesUnanswered: (reason: string) => `WhatsApp did not answer with the templates: ${reason}`,
  templatesNoBusiness:
    'The WhatsApp business account of this number is not known. Give business_account_id with its credentials.',
  wrongPhone: 'Enter a Valid Number',

  quickRepliesNotYours: 'You cannot change quick replies. Ask a store admin, or an agent who may change them.',
  noQuickReply: 'This quick reply is not there any more.',
  shortcutExists: 'This shortcut already exists.',
  quickReplyProblem: quickReplyProblemWords,
  tooManyQuickReplies: `There can be ${MAX_QUICK_REPLIES.toLocaleString('en')} quick replies at most.`,

  sendDidNotArrive: 'The connection broke while this was being sent, and the channel does not have it. Send it again.',
  sendUnknown: 'The connection broke while this was being sent. It may have arrived.',

  alreadyClosed: 'Ticket is closed',
  notAssigned: 'Tickets are not yet assigned to be closed.',
  notOwner: 'Only the owner of this ticket may do this.',
  notReopener: 'Only the owner of this ticket, or who may assign it, may open it again.',
  subscribed: 'Subscribed tickets cannot be transferred / closed',
  alreadyOpen: 'Ticket is open already.',
  changedMeanwhile: 'The ticket has changed meanwhile.',
  newerTicket: 'The conversation goes on in a newer ticket.',
  tooMany: 'These filters match more than 5,000 tickets. Narrow them down, or choose fewer.',

  exportDates: {
    future: 'The dates of a report cannot lie in the future.',
    end_before_start: 'The end of the dates cannot be before their start.',
  } satisfies Record<DateRangeProblem, string>,
  exportNoMailbox: 'Reports are sent from an email account of the store, and it has none that is turned on.',
  exportRunning: 'A report of yours is being made already. Please wait until it has been emailed.',
  exportSubject: (store: string) => `Conversations of ${store}`,
  exportText: (name: string, what: string) => `Hello ${name},\n\n${what}\n`,
  exportAttached: (count: number) =>
    `the report that you asked for is attached. It lists ${count} ${count === 1 ? 'conversation' : 'conversations'}.`,
  exportTooLarge:
    'the report that you asked for is too large to be emailed. Please ask for it again with a shorter date range.',
  exportFailed: 'the report that you asked for could not be made. Please ask for it again later.',

  noCallAccount: 'This store has no such telephony account that is turned on.',
  callNotPhone: 'Calls are placed from phone tickets.',
  callClosed: 'Ticket is closed',
  callNoAgentPhone: 'Your phone number is not known. Please ask whoever looks after the inbox to set it.',
  callNoCustomerPhone: 'The phone number of this customer is not known.',
  callRunning: 'A call of yours on this ticket is being connected already.',
  callFailed: 'Could not place a call. Please try again later',
  callProviderAway: 'The telephony provider does not answer. Please try again in a minute.',
  /** What the agent is told when the provider has taken the call; the number with only its end. */
  callTaken: (end: string) => `Your phone ending in ${end} rings first. Pick it up to be connected.`,
  logCall: (by: string) => `${by} calls the customer.`,
  logCallFailed: (by: string) => `${by} could not reach the customer: the call failed.`,
  logCallMissed: (by: string) => `${by} called the customer: no answer.`,
  logCallAnswered: 'The customer answered the call.',
  logCallDone: (lasted: string) => `The call ended after ${lasted}.`,
  logCallOver: 'The call ended.',
  logCallIn: (from: string) => `Incoming call from ${from}.`,
  logCallInMissed: (from: string) => `Missed call from ${from}.`,
  logCallInAnswered: 'The call was answered.',

  mayNotAssign: 'You are not allowed to assign this ticket to this agent.',
  sameOwner: 'This agent owns the ticket already.',

  noteEmpty: 'Write a note first.',
  nestedTooDeep: 'The text has too many lists or quotes within each other. Paste it as plain text.',
  noteTooLong: (most: number) => `A note has ${most.toLocaleString('en')} characters at most, with its formatting.`,
  noteTaken: 'This note was already added to another ticket.',
  tooManyNoteFiles: (most: number) => `A note has ${most} files and links at most.`,
  tooManyImages: (most: number) => `The text may have ${most} images at most`,
  linkNotEmbedded: 'Only links to .mp4, .pdf and .docx files can be embedded.',

  noContact: 'Enter a phone number or an email address.',
  phoneWrong: 'Enter a Valid Number',
  noMailbox: 'Tickets by email need an email account of the store, and it has none that is turned on.',
  ticketRunning: (id: number) => `This customer has ticket #${id} already, which is not closed.`,

  followUpNotOpen: 'A follow-up is for open tickets.',
  noSubscriber: 'There is no such agent to follow this ticket.',
  linkToSelf: 'A ticket cannot be linked with itself.',
  tooManyTags: (most: number) => `A ticket has ${most} tags at most.`,
  tagTooLong: (most: number) => `A tag has ${most} characters at most.`,
  fieldsChanged: 'A colleague has changed these fields meanwhile. Check them and update again.',
  fieldsMissing: (names: readonly string[]) => `Please fill out ${names.join(', ')}`,
  fieldNoOption: (name: string, value: string) => `'${value}' is not an option of ${name}.`,
  fieldOneOnly: (name: string) => `${name} takes one value.`,
  fieldTooMany: (name: string, most: number) => `${name} takes ${most} values at most.`,
  fieldTooLong: (name: string, most: number) => `A value of ${name} has ${most} characters at most.`,
  csatDisabled: 'The satisfaction survey is turned off.',
  csatSent: 'The satisfaction survey was sent already.',
  csatChannel: 'The satisfaction survey goes to WhatsApp and e-mail only.',
  /** What the survey says unless the merchant has words of its own. */
  csatText: (store: string) =>
    `Thank you for writing to ${store}. How satisfied are you with our help, from 1 (not at all) to 5 (very much)?`,

  logCreated: (id: number, by?: string) =>
    by === undefined ? `Ticket #${id} was created` : `${by} created ticket #${id}.`,
  logPriority: (by: string, priority: Priority) =>
    priority === 0 ? `${by} removed the priority.` : `${by} set the priority to ${priorityWords[priority]}.`,
  logFollowUp: (by: string, hours: number) =>
    hours === 0 ? `${by} ended the follow-up.` : `${by} set a follow-up in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
  logFollowUpDue: 'The follow-up time is up: the ticket is open again.',
  logTags: (by: string, tags: readonly string[], how: 'add' | 'remove') =>
    `${by} ${how === 'add' ? 'added' : 'removed'} the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}.`,
  /** `agent` is undefined for one who has left the store. */
  logSubscriber: (by: string, agent: string | undefined, subscribed: boolean) => {
    if (agent === by) return subscribed ? `${by} follows the ticket.` : `${by} no longer follows the ticket.`;
    const name = agent ?? 'a former agent';
    return subscribed ? `${by} added ${name} as a subscriber.` : `${by} removed ${name} from the subscribers.`;
  },
  logUndone: (by: string) => `${by} took back an e-mail before it was sent.`,
  logNotSentLater: (by: string, reason: string) => `The e-mail that ${by} planned was not sent: ${reason}`,
  logLinked: (by: string, other: number) => `${by} linked this ticket with #${other}.`,
  logUnlinked: (by: string, other: number) => `${by} removed the link with #${other}.`,
  /** @param more how many more fields than are named */
  logFields: (by: string, names: readonly string[], more: number) => {
    const all = names.length + more;
    const rest = more === 0 ? '' : ` and ${more} more`;
    return `${by} updated the custom ${all === 1 ? 'field' : 'fields'} ${names.join(', ')}${rest}.`;
  },
  logCsat: (by: string) => `${by} sent the satisfaction survey.`,
  logAssigned: (to: string, by: string) =>
    to === by ? `${by} took the ticket.` : `${by} assigned the ticket to ${to}.`,
  logTransferred: (to: string, by: string) =>
    to === by ? `${by} took the ticket over.` : `${by} transferred the ticket to ${to}.`,
  logTakenByReply: (by: string) => `${by} took the ticket by replying.`,
  logClosed: (by: string) => `${by} closed the ticket.`,
  logReopened: (by: string) => `${by} opened the ticket.`,
  logCloseUndone: (by: string) => `${by} took back the closing of the ticket.`,
  logSurveyRecalled: (by: string) => `${by} took back the satisfaction survey before it was sent.`,
} as const;
