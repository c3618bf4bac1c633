import type {
  AutomaticMail,
  ChannelFacts,
  ChatMessage,
  EmailAddress,
  LogEntry,
  MailLeftOut,
  MailProblem,
  SenderCheck,
  SentFrom,
  StoredVersion,
  TimedReaction,
} from '@inbox/domain';

/** What only some kinds of content have. */
export type ContentDetails = Partial<{
  subject: string;
  from: EmailAddress[];
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  /** Where an answer goes when the sender asked for another address than `from`. */
  reply_to: EmailAddress[];
  /** The group's or the shop's own address that the mail has in place of its author's, who is in `from`. */
  sent_through: EmailAddress;
  sender_check: SenderCheck;
  /** Of a long mail its beginning; all of it, of so many UTF-16 units, is in `long_mails`. */
  html: string | null;
  html_length: number;
  /** Files on the disk that another mail has, and this one hands on. */
  handed_on: string[];
  message_id: string;
  references: string[];
  /** Of what a received mail says: two mails under one Message-ID are told apart by it. */
  digest: string;
  /** Where the mail's bytes are kept, as they came. */
  original_key: string;
  /** Why a mail could not be read. */
  problem: MailProblem;
  left_out: MailLeftOut;
  automatic: AutomaticMail;
  /** Mails of the merchant's that the inbox did not send. */
  sent_from: SentFrom;
  event: LogEntry['event'];
  /** Logs: the request that did it, as its client named it. */
  ref: string;
  msg_type: NonNullable<ChatMessage['msg_type']>;
  /** Comments: the channel's id of the one that is answered, and of the one that began the thread. */
  comment_parent: string | null;
  comment_root: string | null;
  username: string;
  hidden: boolean;
  channel: StoredChannelFacts;
  /** It is the satisfaction survey of its ticket. */
  survey: true;
}>;

/** What a chat message stores of `ChannelFacts`, with what decides between two reports of one thing. */
export interface StoredChannelFacts extends Omit<ChannelFacts, 'edits' | 'reactions' | 'raw_url'> {
  /** The original and each edit, oldest first; absent while it was not edited. */
  versions?: StoredVersion[];
  reactions?: TimedReaction[];
  /** It can be seen as the channel told it. */
  has_raw?: true;
  /** Its edit came first: this is in the place of the message itself until that comes. */
  stand_in?: true;
}
