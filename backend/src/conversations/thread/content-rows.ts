import type {
  AgentId,
  Attachment,
  ChannelFacts,
  ChatMessage,
  CommentItem,
  ContentId,
  ContentItem,
  EmailMessage,
  LogEntry,
  MerchantId,
  ParentMessage,
  SocialPost,
  TextVersion,
} from '@inbox/domain';
import { filesOf, mailBeginning, textBeginning } from '@inbox/domain/conversation';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { readPosts } from './posts';
import type { AttachmentsTable, ContentsTable, PostRowId } from './tables';

export type ContentRow = Selectable<ContentsTable> & {
  /** Letters of all of a mail's text, where `message` was read only as far as it is shown. */
  message_length?: number;
};
export type AttachmentRow = Selectable<AttachmentsTable>;

/** Where an attachment is had: it answers agents of the attachment's merchant only. */
function attachmentUrl(row: Pick<AttachmentRow, 'id'>): string {
  return `/api/inbox/attachments/${row.id}/`;
}

/** Where a mail's bytes are had, as they came. */
const originalUrl = (row: Pick<ContentRow, 'id'>): string => `/api/inbox/emails/${row.id}/original/`;

function toAttachment(row: AttachmentRow, isPublic: boolean): Attachment {
  const { storage_key, external_media_id: address } = row;
  // Comments are public: the address of a file gives nothing away.
  const isElsewhere = isPublic && storage_key === null && address !== null && /^https?:\/\//.test(address);
  return {
    id: row.id,
    kind: row.kind,
    url: attachmentUrl(row),
    filename: row.filename,
    content_type: row.content_type,
    size: row.size,
    content_disposition: row.disposition,
    content_id: row.content_id_header?.replace(/^<|>$/g, '') ?? null,
    ...(isElsewhere && !row.infected && { external_url: address }),
    ...(row.infected && { infected: true }),
  };
}

interface Around {
  attachments: ReadonlyMap<ContentId, AttachmentRow[]>;
  parents: ReadonlyMap<ContentId, ParentMessage>;
  agents: ReadonlyMap<AgentId, { first_name: string; last_name: string }>;
  posts: ReadonlyMap<PostRowId, SocialPost>;
}

function toItem(row: ContentRow, around: Around): ContentItem {
  const base = {
    id: row.id,
    rev: row.rev,
    conversation_id: row.conversation_id,
    ticket_id: row.ticket_id,
    created_at: row.created_at.toISOString(),
  };
  const sent_at = row.sent_at?.toISOString() ?? null;
  if (row.content_type === 'log') {
    const log: LogEntry = { ...base, content_type: 'log', event: row.details.event ?? 'status', comment: row.message };
    return log;
  }
  const agent = row.agent_id === null ? undefined : around.agents.get(row.agent_id);
  const message = {
    ...base,
    sent_at,
    actor: row.actor ?? 'merchant',
    temp_id: row.temp_id,
    send_status: row.send_status,
    delivered: row.delivered,
    read: row.read,
    deleted: row.deleted,
    error_message: row.error_message,
    message_sent_by: agent && row.agent_id !== null ? { id: row.agent_id, ...agent } : null,
    attachments: row.deleted ? [] : attachmentsAt(row, around),
    message: row.deleted ? '' : row.message,
  } as const;
  if (row.content_type === 'email') {
    const { subject = '', from = [], to = [], cc = [], bcc = [], original_key } = row.details;
    const { problem, left_out, reply_to = [], sender_check, sent_through, automatic, sent_from } = row.details;
    const original_url =
      original_key === undefined || row.deleted || row.details.problem === 'infected' ? null : originalUrl(row);
    const body = mailBody(row);
    const email: EmailMessage = {
      ...message,
      ...body,
      content_type: 'email',
      subject,
      from,
      to,
      cc,
      bcc,
      original_url,
    };
    return {
      ...email,
      ...(reply_to.length > 0 && { reply_to }),
      ...(sent_through && { sent_through }),
      ...(sender_check && { sender_check }),
      ...(problem && { problem }),
      ...(left_out && { left_out }),
      ...(automatic && { automatic }),
      ...(sent_from && { sent_from }),
    };
  }
  if (row.content_type === 'comment') {
    const { comment_parent = null, comment_root = null, username = '', hidden = false } = row.details;
    const post = row.post_id === null ? undefined : around.posts.get(row.post_id);
    if (post === undefined) throw new Error(`Comment ${row.id} stands under no post.`);
    const comment: CommentItem = {
      ...message,
      content_type: 'comment',
      post,
      comment_id: row.external_id,
      parent_id: comment_parent,
      root_comment_id: comment_root,
      username,
      comment_dt_time: sent_at ?? base.created_at,
      hidden,
      ...editsOf(row, around),
    };
    return comment;
  }
  const chat: ChatMessage = {
    ...message,
    content_type: row.content_type,
    message_type: row.message_type,
    msg_type: row.details.msg_type ?? null,
    parent: row.parent_id === null ? null : (around.parents.get(row.parent_id) ?? null),
    ...channelFacts(row, around),
  };
  return chat;
}

/** The files that a message has; or had, with the version at this place. */
function attachmentsAt(row: ContentRow, { attachments }: Around, place?: number): Attachment[] {
  const files = filesOf(row.details.channel?.versions ?? [], place);
  const isPublic = row.content_type === 'comment';
  return (attachments.get(row.id) ?? [])
    .filter(({ id }) => files === null || files.includes(id))
    .map((each) => toAttachment(each, isPublic));
}

/** The versions of a message before its last edit, with files that were removed since. */
function editsOf(row: ContentRow, around: Around): { edits?: TextVersion[] } {
  const versions = row.details.channel?.versions ?? [];
  if (row.deleted || versions.length < 2) return {};
  const now = new Set(attachmentsAt(row, around).map(({ id }) => id));
  const edits = versions.slice(0, -1).map(({ message, at }, place): TextVersion => {
    const gone = attachmentsAt(row, around, place).filter(({ id }) => !now.has(id));
    return { message, at, ...(gone.length > 0 && { attachments: gone }) };
  });
  return { edits };
}

/** As much of a mail as is read at once, and where the rest of it is. */
function mailBody({
  id,
  deleted,
  message,
  message_length,
  details,
}: ContentRow): Pick<EmailMessage, 'message' | 'html' | 'whole'> {
  if (deleted) return { message: '', html: null };
  const all = details.html ?? null;
  const [text, html] = [textBeginning(message), all === null ? null : mailBeginning(all)];
  const length = all === null ? (message_length ?? message.length) : (details.html_length ?? all.length);
  const isCut = length > (html ?? text).length;
  return { message: text, html, ...(isCut && { whole: { url: `/api/inbox/emails/${id}/whole/`, length } }) };
}

function channelFacts(row: ContentRow, around: Around): { channel?: ChannelFacts } {
  const { id, deleted, details } = row;
  if (details.channel === undefined) return {};
  const { versions: _versions, reactions = [], has_raw, stand_in: _, marks, referral, ...always } = details.channel;
  if (deleted) return Object.keys(always).length === 0 ? {} : { channel: always };
  const shown = reactions.filter(({ emoji }) => emoji !== '');
  return {
    channel: {
      ...always,
      ...(marks !== undefined && { marks }),
      ...(referral !== undefined && { referral }),
      ...editsOf(row, around),
      ...(shown.length > 0 && { reactions: shown.map(({ actor, name, emoji }) => ({ actor, name, emoji })) }),
      ...(has_raw === true && { raw_url: `/api/inbox/messages/${id}/raw/` }),
    },
  };
}

/** Rows as the wire shows them, in the order given, with a query for each kind of thing that stands around them. */
export async function toContentItems(
  db: Queryable,
  merchantId: MerchantId,
  rows: readonly ContentRow[],
): Promise<ContentItem[]> {
  const ids = rows.map((row) => row.id);
  const parentIds = rows.flatMap((row) => (row.parent_id === null ? [] : [row.parent_id]));
  const agentIds = [...new Set(rows.flatMap((row) => (row.agent_id === null ? [] : [row.agent_id])))];

  const attachments = new Map<ContentId, AttachmentRow[]>();
  if (ids.length > 0) {
    const found = await db
      .selectFrom('attachments')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('content_id', 'in', ids)
      .orderBy('id')
      .execute();
    for (const row of found) attachments.set(row.content_id, [...(attachments.get(row.content_id) ?? []), row]);
  }

  const parents = new Map<ContentId, ParentMessage>();
  if (parentIds.length > 0) {
    const found = await db
      .selectFrom('contents as c')
      .select((eb) => [
        'c.id',
        'c.actor',
        'c.message',
        'c.deleted',
        eb
          .selectFrom('attachments as a')
          .select('a.kind')
          .whereRef('a.content_id', '=', 'c.id')
          .where('a.merchant_id', '=', merchantId)
          .orderBy('a.id')
          .limit(1)
          .as('attachment'),
      ])
      .where('c.merchant_id', '=', merchantId)
      .where('c.id', 'in', parentIds)
      .execute();
    for (const { id, actor, message, deleted, attachment } of found) {
      const parent = { id, actor: actor ?? ('merchant' as const) };
      const shown = deleted ? ({ message: '', attachment: null, deleted } as const) : { message, attachment };
      parents.set(id, { ...parent, ...shown });
    }
  }

  const agents = new Map<AgentId, { first_name: string; last_name: string }>();
  if (agentIds.length > 0) {
    const found = await db
      .selectFrom('agents')
      .select(['id', 'first_name', 'last_name'])
      .where('merchant_id', '=', merchantId)
      .where('id', 'in', agentIds)
      .execute();
    for (const { id, ...name } of found) agents.set(id, name);
  }

  const posts = await readPosts(
    db,
    merchantId,
    rows.flatMap(({ post_id }) => post_id ?? []),
  );
  return rows.map((row) => toItem(row, { attachments, parents, agents, posts }));
}

/** One row as the wire shows it. */
export async function toContentItem(db: Queryable, merchantId: MerchantId, row: ContentRow): Promise<ContentItem> {
  const [item] = await toContentItems(db, merchantId, [row]);
  if (item === undefined) throw new Error('A stored message has no item.');
  return item;
}
