import type { ContentItem } from '../messages/content';
import type { UploadedFile } from './files';
import type { ContentId, ConversationId, IsoTime, TempId, TicketId } from '../ids';
import type { MailDraft, MailHead, OutgoingMail } from '../email/mail-draft';
import type { ChangedRecipients, ReplyAddresses } from '../email/reply-addresses';
import type { ConversationSource } from '../tickets/ticket';

/** A reply that the server has not confirmed. Everything its send needs is in it: nothing is read from a page later. */
export interface Outgoing {
  /** Made once; every attempt carries it, and the server makes one message of them. */
  temp_id: TempId;
  ticket_id: TicketId;
  conversation_id: ConversationId;
  conversation_source: ConversationSource;
  message: string;
  /** E-mail: whom it goes to, as the reply box has shown it. Absent on other channels. */
  recipients?: ReplyAddresses | undefined;
  /** Written in the mail drawer. Absent of what was written in the reply box. */
  mail?: OutgoingMail | undefined;
  /** E-mail written in the reply box: the mail that it answers. Absent when the backend is to choose it. */
  answers?: MailHead | undefined;
  /** The mail of which nobody knows whether it was sent, and which leaves once more as it was. */
  again_of?: ContentId | undefined;
  /** Files that were uploaded for it. */
  attachments: UploadedFile[];
  /** The newest item that its writer had in view; null when nothing is to be checked. */
  seen: ContentId | null;
  /** What colleagues have answered meanwhile, which holds it back until its writer decides. */
  newer: ContentItem[];
  created_at: IsoTime;
  /** The `rev` of the failed item that is sent again, 0 for a new message: a later one confirms the send. */
  after_rev: number;
  /** Why attempts have failed so far: there is no connection, or the server does not answer. Null before that. */
  waiting: 'offline' | 'server' | null;
  /** Of a server that does not answer: it was asked too often, and asks to be left alone. */
  busy?: boolean | undefined;
  /** A change of its ticket that was asked for before it has not been made yet, and is made first. */
  behind_change?: boolean | undefined;
  /** Null while it waits for the server; else why the server refused it. */
  refused: string | null;
  /** The server answered what nobody can read: it may have been sent. */
  uncertain?: boolean | undefined;
}

/** A file of a draft. Files leave in the order in which they were chosen, whichever was uploaded first. */
export interface AttachedFile extends UploadedFile {
  /** Rises from one chosen file to the next; 0 for what a reply that was taken back brings along. */
  chosen: number;
}

/** A reply that is being written: of one ticket, and kept until it is sent or emptied. */
export interface ReplyDraft {
  /** Of a mail in the drawer: HTML, as its editor writes it. */
  text: string;
  attachments: AttachedFile[];
  /** E-mail: whom it goes to, once that was changed. */
  recipients?: ChangedRecipients | undefined;
  /** Of a mail in the drawer. */
  mail?: MailDraft | undefined;
}

/** An answer to a comment that is not sent yet. */
export interface CommentDraft {
  text: string;
  /** Hide the answered comment from others as well. */
  hide_comment: boolean;
  temp_id: TempId;
}

/** Why it has not left yet; null while it is on its way. */
export const whyWaits = ({ behind_change, waiting, busy }: Outgoing): 'change' | 'offline' | 'server' | 'busy' | null =>
  behind_change ? 'change' : waiting === 'server' && busy ? 'busy' : waiting;

/** Does this item of the server show that the send has arrived? */
export function confirms(item: ContentItem, outgoing: Outgoing): boolean {
  return item.content_type !== 'log' && item.temp_id === outgoing.temp_id && item.rev > outgoing.after_rev;
}
