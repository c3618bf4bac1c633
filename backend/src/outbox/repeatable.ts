import { moderateComment } from '../channels/comments';
import { kindOfType, safeType } from '../channels/files';
import { fetchByAddress, fetchMedia, type Fetched } from '../channels/media';
import { fetchPost, fetchProfileName } from '../channels/meta';
import type { Account, MetaAccount } from '../store/accounts';
import { endRow, type ClaimedRow } from '../store/outbox-queue';
import type { Uploads } from '../store/uploads';
import { attachMedia } from '../work/attach-media';
import type { WorkContext } from '../work/change';
import { nameCustomer } from '../work/name-customer';
import { settleModeration } from '../work/comment-moderation';
import { describePost } from '../work/describe-post';
import { MAX_ATTEMPTS } from './back-off';
import type { JobOf } from './payloads';

export type RepeatableJob = JobOf<
  'whatsapp.media' | 'meta.media' | 'meta.profile' | 'meta.post' | 'comment.hide' | 'comment.delete'
>;
type MediaJob = JobOf<'whatsapp.media' | 'meta.media'>;

interface Deps {
  context: WorkContext;
  uploads: Uploads;
  timeoutMs: number;
}

interface Later {
  reason: string;
  afterMs?: number;
}

/** Does what may be done twice. @returns what to wait for before it is tried again; null when the row is settled */
export async function runRepeatable(
  deps: Deps,
  row: ClaimedRow,
  account: Account,
  job: RepeatableJob,
): Promise<Later | null> {
  if (account.kind === 'email' || account.kind === 'phone') {
    return end(deps, row, `A ${account.kind} account cannot do this.`);
  }
  switch (job.kind) {
    case 'whatsapp.media':
    case 'meta.media':
      return fetchFile(deps, row, account, job);
    case 'meta.profile':
      return fetchName(deps, row, account, job);
    case 'meta.post':
      return fetchPostDetails(deps, row, account, job);
    case 'comment.hide':
    case 'comment.delete':
      return moderate(deps, row, account, job);
  }
}

const isLast = (row: ClaimedRow) => row.attempts >= MAX_ATTEMPTS;

/** Nothing that people see changes: only the operator is told, by the row. */
async function end({ context }: Deps, row: ClaimedRow, reason: string): Promise<null> {
  await endRow(context.db, row, 'failed', reason);
  return null;
}

async function fetchFile(deps: Deps, row: ClaimedRow, account: MetaAccount, { kind, payload }: MediaJob) {
  const fetch = kind === 'meta.media' ? fetchByAddress : fetchMedia;
  const fetched: Fetched = await fetch(account, payload.media_id, deps);
  if (fetched.kind === 'later' && !isLast(row)) return fetched;
  if (fetched.kind !== 'stored') return end(deps, row, fetched.reason);
  const { storage_key, size, head } = fetched.upload;
  // What the message called it is a guess where the channel only names an address.
  const declared =
    kind === 'meta.media' ? fetched.declared || payload.content_type : payload.content_type || fetched.declared;
  const content_type = safeType(declared ?? '', head);
  const media = { attachmentId: payload.attachment_id, storage_key, size, content_type };
  const isAttached = await attachMedia(deps.context, row, { ...media, kind: kindFor(payload.kind, content_type) });
  if (!isAttached) await deps.uploads.remove(storage_key);
  return null;
}

/** A picture that is none is a document; sound stays the voice message that it was sent as. */
function kindFor(sent: MediaJob['payload']['kind'], type: string) {
  const kind = kindOfType(type);
  return kind === 'audio' && sent === 'voice' ? 'voice' : sent === 'document' ? 'document' : kind;
}

async function fetchName(deps: Deps, row: ClaimedRow, account: MetaAccount, { payload }: JobOf<'meta.profile'>) {
  const answer = await fetchProfileName(account, payload.contact, deps);
  if (answer.kind === 'later' && !isLast(row)) return answer;
  if (answer.kind !== 'fetched') return end(deps, row, answer.reason);
  await nameCustomer(deps.context, row, { customerId: payload.customer_id, name: answer.value });
  return null;
}

async function fetchPostDetails(deps: Deps, row: ClaimedRow, account: MetaAccount, { payload }: JobOf<'meta.post'>) {
  const answer = await fetchPost(account, payload.external_id, deps);
  if (answer.kind === 'later' && !isLast(row)) return answer;
  if (answer.kind !== 'fetched') return end(deps, row, answer.reason);
  const { picture: address, ...told } = answer.value;
  const picture = address === null ? null : await fetchByAddress(account, address, deps);
  const kept = picture?.kind === 'stored' ? picture : null;
  const details = {
    ...told,
    storage_key: kept?.upload.storage_key ?? null,
    picture_type: kept && safeType(kept.declared ?? '', kept.upload.head),
  };
  const isDescribed = await describePost(deps.context, row, payload.post_id, details);
  if (!isDescribed && kept !== null) await deps.uploads.remove(kept.upload.storage_key);
  return null;
}

async function moderate(
  deps: Deps,
  row: ClaimedRow,
  account: MetaAccount,
  { kind, payload }: JobOf<'comment.hide' | 'comment.delete'>,
) {
  const what = kind === 'comment.hide' ? 'hide' : 'delete';
  const answer = await moderateComment(account, what, payload.comment_id, deps);
  if (answer.kind === 'later' && !isLast(row)) return answer;
  await settleModeration(deps.context, row, what, answer.kind === 'done' ? null : answer.reason);
  return null;
}
