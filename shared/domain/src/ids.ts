/** Ids of different things are different types, so that a ticket's number can never be used as a conversation's. */
declare const brand: unique symbol;
type Id<Name extends string> = number & { readonly [brand]: Name };

export type MerchantId = Id<'Merchant'>;
export type AgentId = Id<'Agent'>;
export type CustomerId = Id<'Customer'>;
export type AccountId = Id<'Account'>;
export type ConversationId = Id<'Conversation'>;
export type TicketId = Id<'Ticket'>;
export type ContentId = Id<'Content'>;
export type AttachmentId = Id<'Attachment'>;
/** A file that an agent has uploaded and not sent yet. */
export type UploadId = Id<'Upload'>;
export type QuickReplyId = Id<'QuickReply'>;
export type TemplateId = Id<'Template'>;
export type CustomFieldId = Id<'CustomField'>;
export type NoteId = Id<'Note'>;
export type MentionId = Id<'Mention'>;

/** The id of a send, made once by the composer; the server stores it uniquely, so a repeat is the same message. */
export type TempId = string & { readonly [brand]: 'Temp' };

/** A phone number with its country, as E.164 writes it: a plus and digits. */
export type PhoneNumber = string & { readonly [brand]: 'PhoneNumber' };

/** A currency as ISO 4217 writes it (`INR`), or a code of the same form that it does not list. `readCurrency` makes it. */
export type CurrencyCode = string & { readonly [brand]: 'Currency' };

/** An instant in ISO 8601 with zone, as it travels on the wire. */
export type IsoTime = string;
