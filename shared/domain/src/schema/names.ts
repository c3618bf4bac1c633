import * as z from 'zod/mini';
import type {
  AccountId,
  AgentId,
  AttachmentId,
  ContentId,
  ConversationId,
  CustomerId,
  MentionId,
  MerchantId,
  NoteId,
  TempId,
  TicketId,
  UploadId,
} from '../ids';
import { MEDIA_KINDS } from '../messages/message-base';
import type { Priority } from '../tickets/ticket';
import { CONVERSATION_SOURCES, PRIORITIES, TICKET_STATUSES } from '../tickets/ticket';
import { nameOf, noteNewer } from './newer';
import { idSchema, type Schema } from './primitives';

export const ticketIdSchema = idSchema<TicketId>();
export const agentIdSchema = idSchema<AgentId>();
export const merchantIdSchema = idSchema<MerchantId>();
export const conversationIdSchema = idSchema<ConversationId>();
export const customerIdSchema = idSchema<CustomerId>();
export const contentIdSchema = idSchema<ContentId>();
export const attachmentIdSchema = idSchema<AttachmentId>();
export const uploadIdSchema = idSchema<UploadId>();
export const noteIdSchema = idSchema<NoteId>();
export const mentionIdSchema = idSchema<MentionId>();
export const accountIdSchema = idSchema<AccountId>();

/** Made by a composer, once per send: a UUID. */
export const tempIdSchema: Schema<TempId> = z.pipe(
  z.uuid(),
  z.transform((text: string) => text as TempId),
);

export const ticketStatusSchema = z.enum(TICKET_STATUSES);
export const conversationSourceSchema = z.enum(CONVERSATION_SOURCES);
export const prioritySchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** What comes from the server is read by these, which take newer names; what goes there by the strict ones above. */
export const statusRead = nameOf('ticket.status', TICKET_STATUSES, 'other');
export const sourceRead = nameOf('ticket.conversation_source', CONVERSATION_SOURCES, 'other');
export const actorRead = nameOf('actor', ['customer', 'merchant'], 'merchant');
export const mediaKindRead = nameOf('attachment.kind', MEDIA_KINDS, 'document');
export const priorityRead: Schema<Priority> = z.pipe(
  z.int(),
  z.transform((level: number) => {
    const known = z.safeParse(prioritySchema, level);
    if (!known.success) noteNewer('ticket.priority', level);
    return known.data ?? PRIORITIES.None;
  }),
);
