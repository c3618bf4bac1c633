import type {
  AccountId,
  ChatMessage,
  CommentItem,
  KnownSource,
  EmailMessage,
  MediaKind,
  MerchantId,
} from '@inbox/domain';
import type { KnownPost } from '../thread/posts';
import type { ContentDetails } from '../thread/content-details';

/** A customer's message as its channel has understood it, whatever the channel. */
export interface IncomingMessage {
  merchantId: MerchantId;
  accountId: AccountId;
  source: KnownSource;
  /** The channel's id of the message; the same delivery twice is known by it. */
  externalId: string;
  /** The customer as the channel names them: wa_id, or address in lower case. */
  contact: string;
  /**
   * E-mails and comments: the ids that this one answers, nearest first; the first that is known names the conversation.
   * Empty on chat channels, where a contact has one conversation.
   */
  answers: readonly string[];
  /** The phone has a plus where the channel gives it with its country; without, it is one of the shop's country. */
  from: { name: string; phone: string | null; email: string | null };
  /** It says that `contact` is known by this from now on: who had the number has another one. */
  movesTo?: string;
  /** The name is a stand-in: the channel is asked for the customer's own. */
  isUnnamed?: boolean;
  /** The channel's own time. */
  sentAt: Date;
  content_type: (ChatMessage | EmailMessage | CommentItem)['content_type'];
  message_type: ChatMessage['message_type'];
  message: string;
  details: ContentDetails;
  /** The channel's id of the message that this one quotes. */
  quotes: string | null;
  attachments: readonly IncomingAttachment[];
  /** As the channel told it, when it is of a kind that is not known: for store admins. */
  raw?: string;
  /** Comments: what they stand under. */
  post?: KnownPost;
}

export interface IncomingAttachment {
  kind: MediaKind;
  filename: string;
  content_type: string;
  /** Bytes; 0 until fetched from the channel. */
  size: number;
  disposition: 'inline' | 'attachment';
  content_id_header: string | null;
  /** Where the bytes are kept; null while they are still the channel's. */
  storage_key: string | null;
  /** By what the channel hands the bytes out. */
  external_media_id: string | null;
}
