import type { AttachmentNames, ContentNames, MessageNames } from '@inbox/api/wire';
import { agentName, type Attachment, type ContentItem, type MediaKind } from '@inbox/domain';

const KIND_NAMES: Record<MediaKind, string> = {
  image: 'Image',
  document: 'Document',
  audio: 'Audio',
  voice: 'Voice message',
  video: 'Video',
};

type Named = ContentItem | (ContentItem & MessageNames & { attachments: (Attachment & { file_name: string })[] });

/** An item with what spec section 3 calls its parts; a log has all of its own under their names already. */
export function nameItem(item: ContentItem): Named {
  if (item.content_type === 'log') return item;
  const parent = 'parent' in item ? item.parent : null;
  const success = { sent: true, not_sent: false, sending: null, unknown: null }[item.send_status];
  const [first] = item.attachments;
  const noRecipients = item.content_type === 'email' ? {} : { from: [], to: [], cc: [], bcc: [] };
  return {
    ...noRecipients,
    ...(item.content_type === 'comment' && { comment: item.message, post_id: item.post.post_id }),
    ...item,
    attachments: item.attachments.map((file) => ({ ...file, file_name: file.filename })),
    message_id: item.id,
    convmsg_message_id: item.id,
    attachment: first === undefined ? null : nameAttachment(first),
    parent_message_id: parent?.id ?? null,
    parent_actor: parent?.actor ?? null,
    parent_message: parent?.message ?? null,
    parent_msg_type: parent === null ? null : (parent.attachment ?? 'message'),
    parent_attachment: parent?.attachment ?? null,
    success,
    error: item.error_message,
    api_response: { success, error: item.error_message },
  };
}

function nameAttachment(file: Attachment): AttachmentNames {
  const { content_type, kind, url, filename, size, content_disposition } = file;
  const of = { content_type, url, filename, size, content_disposition };
  return { ...of, msg_type: kind, msg_type_name: KIND_NAMES[kind], file_name: filename };
}

/** What an item is, without what it says. */
export function contentNames(item: ContentItem): ContentNames {
  const { id, content_type, created_at } = item;
  if (item.content_type === 'log') {
    return { id, content_type, created_at, post_id: null, msg_type: null, name: null, url: null, file_name: null };
  }
  const [file] = item.attachments;
  const username = item.content_type === 'comment' ? item.username : null;
  return {
    id,
    content_type,
    created_at,
    post_id: item.content_type === 'comment' ? item.post.post_id : null,
    msg_type: ('msg_type' in item ? item.msg_type : null) ?? file?.kind ?? null,
    name: item.message_sent_by === null ? username : agentName(item.message_sent_by),
    url: file?.url ?? null,
    file_name: file?.filename ?? null,
  };
}
