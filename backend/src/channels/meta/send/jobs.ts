import type { MetaAccount } from '../account';
import { nameCustomer } from '../../../customers/name-customer';
import { kindOfType, safeType, typeByBytes } from '../../../platform/files/file-types';
import { attachMedia, refuseInfected } from '../../../conversations/receive/attach-media';
import { completeModeration } from '../../../conversations/comments/comment-moderation';
import { describePost, describePostSoFar } from '../../../conversations/comments/describe-post';
import { MAX_ATTEMPTS } from '../../../platform/outbox/back-off';
import { repeatableSchemas, type RepeatablePayloads } from '../../../platform/outbox/payloads';
import { endRow, type ClaimedRow } from '../../../platform/outbox/queue';
import { repeatableJob, sendJob, type Job, type RepeatableDeps } from '../../channel';
import { moderateComment, replyToComment } from '../comments/comments';
import { commentReplySchema, metaFileSchema, metaTextSchema } from './compose';
import { fetchPost, fetchProfileName } from './fetch-details';
import { findSentComment, findSentMessage } from './find-sent';
import { fetchByAddress, fetchMedia, type Fetched } from './media';
import { sendMetaFile, sendMetaText } from './send';

type MediaPayload = RepeatablePayloads['meta.media'];
type Jobs = Readonly<Record<string, Job<MetaAccount>>>;

/** Files that a message names by an address: those of Instagram and Messenger, and of WhatsApp's advertisements. */
export const mediaByAddress: Job<MetaAccount> = repeatableJob(
  repeatableSchemas['meta.media'],
  (deps, row, account, payload) =>
    fetchFile(deps, row, payload, 'address', () => fetchByAddress(account, payload.media_id, deps)),
);

/** Files that a message names by an id, as WhatsApp does. */
export const mediaById: Job<MetaAccount> = repeatableJob(
  repeatableSchemas['whatsapp.media'],
  (deps, row, account, payload) =>
    fetchFile(deps, row, payload, 'id', () => fetchMedia(account, payload.media_id, deps)),
);

/** What Instagram and Messenger are asked to do. */
export const socialJobs: Jobs = {
  'meta.text': sendJob(
    metaTextSchema,
    (account, payload, { contentId, ...options }) => sendMetaText(account, payload, contentId, options),
    findSentMessage,
  ),
  'meta.file': sendJob(
    metaFileSchema,
    (account, payload, { contentId, ...options }) => sendMetaFile(account, payload, contentId, options),
    findSentMessage,
  ),
  'comment.reply': sendJob(commentReplySchema, replyToComment, findSentComment),
  'comment.hide': repeatableJob(repeatableSchemas['comment.hide'], (deps, row, account, { comment_id }) =>
    moderate(deps, row, account, 'hide', comment_id),
  ),
  'comment.delete': repeatableJob(repeatableSchemas['comment.delete'], (deps, row, account, { comment_id }) =>
    moderate(deps, row, account, 'delete', comment_id),
  ),
  'meta.media': mediaByAddress,
  'meta.profile': repeatableJob(repeatableSchemas['meta.profile'], fetchName),
  'meta.post': repeatableJob(repeatableSchemas['meta.post'], fetchPostDetails),
};

const isLast = (row: ClaimedRow) => row.attempts >= MAX_ATTEMPTS;

/** Nothing that people see changes: only the operator is told, by the row. */
async function end({ context }: RepeatableDeps, row: ClaimedRow, reason: string): Promise<null> {
  await endRow(context.db, row, 'failed', reason);
  return null;
}

async function fetchFile(
  deps: RepeatableDeps,
  row: ClaimedRow,
  payload: MediaPayload,
  by: 'address' | 'id',
  fetch: () => Promise<Fetched>,
) {
  const fetched = await fetch();
  if (fetched.kind === 'later' && (fetched.isOurs === true || !isLast(row))) return fetched;
  if (fetched.kind === 'infected') {
    await refuseInfected(deps.context, row, payload.attachment_id, fetched.reason);
    return null;
  }
  if (fetched.kind !== 'stored') return end(deps, row, fetched.reason);
  const { storage_key, size, head } = fetched.upload;
  // What the message called it is a guess where the channel only names an address.
  const declared =
    by === 'address' ? fetched.declared || payload.content_type : payload.content_type || fetched.declared;
  const content_type = typeByBytes(declared ?? '', head, payload.kind);
  const media = { attachmentId: payload.attachment_id, storage_key, size, content_type };
  const isAttached = await attachMedia(deps.context, row, { ...media, kind: kindFor(payload.kind, content_type) });
  if (!isAttached) await deps.uploads.remove(storage_key);
  return null;
}

/** A picture that is none is a document; sound stays the voice message that it was sent as. */
function kindFor(sent: MediaPayload['kind'], type: string) {
  const kind = kindOfType(type);
  return kind === 'audio' && sent === 'voice' ? 'voice' : sent === 'document' ? 'document' : kind;
}

async function fetchName(
  deps: RepeatableDeps,
  row: ClaimedRow,
  account: MetaAccount,
  payload: RepeatablePayloads['meta.profile'],
) {
  const answer = await fetchProfileName(account, payload.contact, deps);
  if (answer.kind === 'later' && !isLast(row)) return answer;
  if (answer.kind !== 'fetched') return end(deps, row, answer.reason);
  await nameCustomer(deps.context, row, { customerId: payload.customer_id, name: answer.value });
  return null;
}

async function fetchPostDetails(
  deps: RepeatableDeps,
  row: ClaimedRow,
  account: MetaAccount,
  payload: RepeatablePayloads['meta.post'],
) {
  const answer = await fetchPost(account, payload.external_id, deps);
  if (answer.kind === 'later' && !isLast(row)) return answer;
  if (answer.kind !== 'fetched') return end(deps, row, answer.reason);
  const { picture: address, ...told } = answer.value;
  const picture = address === null ? null : await fetchByAddress(account, address, deps);
  if (picture?.kind === 'later' && (picture.isOurs === true || !isLast(row))) {
    const details = { ...told, storage_key: null, picture_type: null };
    await describePostSoFar(deps.context, row, payload.post_id, details);
    return picture;
  }
  const kept = picture?.kind === 'stored' ? picture : null;
  const details = {
    ...told,
    storage_key: kept?.upload.storage_key ?? null,
    picture_type: kept && safeType(kept.declared ?? '', kept.upload.head),
  };
  const isTaken = await describePost(deps.context, row, payload.post_id, details);
  if (!isTaken && kept !== null) await deps.uploads.remove(kept.upload.storage_key);
  return null;
}

async function moderate(
  deps: RepeatableDeps,
  row: ClaimedRow,
  account: MetaAccount,
  what: 'hide' | 'delete',
  commentId: string,
) {
  const answer = await moderateComment(account, what, commentId, deps);
  if (answer.kind === 'later' && !isLast(row)) return answer;
  await completeModeration(deps.context, row, what, answer.kind === 'done' ? null : answer.reason);
  return null;
}
