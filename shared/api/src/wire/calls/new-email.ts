import {
  accountIdSchema,
  agentIdSchema,
  COMPOSE_STATUSES,
  MAX_FILES_PER_SEND,
  MOST_RECIPIENTS,
  readableOf,
  rowsOf,
  tempIdSchema,
  ticketIdSchema,
  type AgentId,
  type ComposeStatus,
  type EmailGroup,
  type MailSignature,
  type Schema,
  type TempId,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { messages } from '../../messages';
import { get, post } from '../call';
import { UPLOAD_PATH } from '../uploads';

/** Spec section 3, 'New email payload'. */
export interface NewEmailRequest {
  /** Empty is sent as 'No subject'. */
  subject: string;
  /** The mailbox that it leaves from: one of the profile's e-mail accounts. */
  from_email: string;
  /** Whose ticket it is: the first of these. */
  to_emails: string[];
  cc_emails: string[];
  bcc_emails: string[];
  /** The new ticket is linked with this one. */
  link_ticket_id: TicketId | null;
  /** Null is whoever asks. */
  owner_id: AgentId | null;
  status: ComposeStatus;
  /** Separated by commas; null for none. */
  tags: string | null;
  /** HTML; pictures in the text are data URLs. What no mail may have is left out. */
  email_body: string;
  /** Files that this agent has uploaded for no ticket, as their uploads answered them. */
  attachment: { url: string; content_type?: string | undefined; file_name?: string | undefined }[];
  /** Made once by the client: the same request again answers the same ticket, and nothing is sent twice. */
  temp_id?: TempId | undefined;
}

const address = () => z.string().check(z.maxLength(320));
const addresses = () => z._default(z.array(address()).check(z.maxLength(MOST_RECIPIENTS)), []);

/** As much as the pictures in the text are in base64, and a long text beside. */
export const LONGEST_EMAIL_BODY = 7_500_000;

const newEmailRequest = (): Schema<NewEmailRequest> =>
  z.object({
    subject: z._default(z.string().check(z.maxLength(998)), ''),
    from_email: address(),
    to_emails: addresses(),
    cc_emails: addresses(),
    bcc_emails: addresses(),
    link_ticket_id: z._default(z.nullable(ticketIdSchema), null),
    owner_id: z._default(z.nullable(agentIdSchema), null),
    status: z._default(z.enum(COMPOSE_STATUSES), 'open'),
    tags: z._default(z.nullable(z.string().check(z.maxLength(3000))), null),
    email_body: z.string().check(z.maxLength(LONGEST_EMAIL_BODY)),
    attachment: z._default(
      z
        .array(
          z.object({
            url: z.string().check(z.regex(UPLOAD_PATH)),
            content_type: z.optional(z.string()),
            file_name: z.optional(z.string()),
          }),
        )
        .check(z.maxLength(MAX_FILES_PER_SEND, messages.tooManyFiles)),
      [],
    ),
    temp_id: z.optional(tempIdSchema),
  });

const emailGroup = (): Schema<EmailGroup> =>
  z.object({ group_name: z.string(), email_ids: readableOf('email group', z.string()) });

const signature = (): Schema<MailSignature> => z.object({ account_id: accountIdSchema, html: z.string() });

/** An e-mail that begins a ticket, whom it may go to, and what stands below it. */
export const newEmailCalls = {
  initiateEmail: post<{ ticket_id: TicketId }, null, NewEmailRequest>('/api/inbox/initiate-email/', () => ({
    body: newEmailRequest(),
    answer: z.object({ ticket_id: ticketIdSchema }),
  })),
  emailGroups: get<EmailGroup[]>('/api/inbox/email/groups/', () => ({ answer: rowsOf('email group', emailGroup()) })),
  /** The agent's own, of the mailboxes that they have one for. */
  mailSignatures: get<MailSignature[]>('/api/inbox/email/signatures/', () => ({
    answer: rowsOf('signature', signature()),
  })),
  /** For one mailbox; answers it as it is stored. */
  saveMailSignature: post<MailSignature, null, MailSignature>('/api/inbox/email/signatures/', () => ({
    body: signature(),
    answer: signature(),
  })),
} as const;
