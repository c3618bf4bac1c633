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

/** Web Crypto, which browsers and Node have alike; no other part of either is known here. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** A random UUID. `crypto.randomUUID` itself is missing on pages without https. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

export const newTempId = (): TempId => randomId() as TempId;
