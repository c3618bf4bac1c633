import {
  joinTags,
  tagList,
  type AgentId,
  type ComposeStatus,
  type EmailAccount,
  type TempId,
  type TicketId,
  type UploadedFile,
} from '@inbox/domain';
import { addRecipients, type RecipientField, type Recipients } from '@inbox/domain/conversation';
import type { NewEmailRequest } from '@inbox/api';

/** What stands in the fields; the text itself is the editor's. */
export interface Draft extends Recipients {
  from: string;
  subject: string;
  owner: AgentId;
  status: ComposeStatus;
  tags: readonly string[];
  /** Digits, or nothing. */
  link: string;
  files: readonly SentFile[];
}

/** What a send says of an uploaded file. */
export type SentFile = Pick<UploadedFile, 'url' | 'content_type' | 'file_name'>;

export const emptyDraft = (accounts: readonly EmailAccount[], me: AgentId): Draft => ({
  from: accounts[0]?.email ?? '',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  owner: me,
  status: 'open',
  tags: [],
  link: '',
  files: [],
});

/** Is there something that would be lost? The text is the editor's to say. */
export const isEmptyDraft = ({ to, cc, bcc, subject, tags, link, files }: Draft): boolean =>
  to.length + cc.length + bcc.length + tags.length + files.length === 0 && subject.trim() === '' && link === '';

/** An address is in one field only: added to one, it leaves the others. */
export function withRecipients(draft: Draft, field: RecipientField, added: readonly string[]): Draft {
  const { to, cc, bcc } = addRecipients({ ...draft, customer: null }, field, added);
  return { ...draft, to, cc, bcc };
}

/** As it is sent (spec section 3). */
export const requestOf = (
  draft: Draft,
  email_body: string,
  temp_id: TempId,
): NewEmailRequest & { temp_id: TempId } => ({
  subject: draft.subject,
  from_email: draft.from,
  to_emails: draft.to,
  cc_emails: draft.cc,
  bcc_emails: draft.bcc,
  link_ticket_id: draft.link === '' ? null : (Number(draft.link) as TicketId),
  owner_id: draft.owner,
  status: draft.status,
  tags: draft.tags.length === 0 ? null : joinTags(draft.tags),
  email_body,
  attachment: [...draft.files],
  temp_id,
});

/** The fields of a request that was stored. */
export const draftOf = (request: NewEmailRequest, accounts: readonly EmailAccount[], me: AgentId): Draft => ({
  from: accounts.find(({ email }) => email === request.from_email)?.email ?? accounts[0]?.email ?? '',
  to: request.to_emails,
  cc: request.cc_emails,
  bcc: request.bcc_emails,
  subject: request.subject,
  owner: request.owner_id ?? me,
  status: request.status,
  tags: tagList(request.tags ?? ''),
  link: request.link_ticket_id === null ? '' : String(request.link_ticket_id),
  files: request.attachment.map(({ url, content_type = '', file_name = '' }) => ({ url, content_type, file_name })),
});
