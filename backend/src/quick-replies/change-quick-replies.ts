import type { ImportAnswer, QuickReplyRequest } from '@inbox/api/wire';
import type { QuickReply, QuickReplyId, QuickReplyText } from '@inbox/domain';
import {
  importStep,
  isShortcutTaken,
  MAX_QUICK_REPLIES,
  quickReplyOf,
  quickReplyProblem,
} from '@inbox/domain/conversation';
import type { SignedIn } from '../agents/sessions/session';
import { storable } from '../platform/db/storable-text';
import { change, type Change, type WorkContext } from '../platform/db/unit-of-work';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import {
  addUse,
  insertManyQuickReplies,
  insertQuickReply,
  listQuickReplies,
  lockQuickReplies,
  removeQuickReply,
  updateManyMessages,
  updateQuickReply,
} from './quick-reply-queries';

/**
 * Stores a new quick reply, or edits the one with the id. Only a new shortcut is compared with those there are (spec
 * section 5).
 * @throws WorkError 400 for what the rule refuses, 403 without the permission, 404 when the one to edit is gone, 409 for a
 * shortcut that exists
 */
export async function saveQuickReply(
  context: WorkContext,
  who: SignedIn,
  { id, ...given }: QuickReplyRequest,
): Promise<QuickReply> {
  checkMayManage(who);
  const written = checked(given);
  return changed(context, who, async ({ tx, merchantId }) => {
    if (id !== undefined) {
      const stored = await updateQuickReply(tx, merchantId, id, written);
      if (stored === undefined) throw gone();
      return stored;
    }
    await lockQuickReplies(tx, merchantId);
    const existing = await listQuickReplies(tx, merchantId);
    if (isShortcutTaken(existing, written.shortcut)) {
      throw new WorkError(409, messages.shortcutExists, 'shortcut_exists', { shortcut: [messages.shortcutExists] });
    }
    checkCount(existing.length + 1);
    return insertQuickReply(tx, merchantId, written);
  });
}

/** @throws WorkError 403 without the permission, 404 when it is gone already */
export async function deleteQuickReply(context: WorkContext, who: SignedIn, id: QuickReplyId): Promise<void> {
  checkMayManage(who);
  await changed(context, who, async ({ tx, merchantId }) => {
    if (!(await removeQuickReply(tx, merchantId, id))) throw gone();
  });
}

/**
 * Counts one use. Nobody is notified: the order of a list does not change under who reads it.
 * @throws WorkError 404 when it is gone
 */
export async function countUse({ db }: Pick<WorkContext, 'db'>, who: SignedIn, id: QuickReplyId): Promise<void> {
  if (!(await addUse(db, who.merchantId, id))) throw gone();
}

/**
 * Adds what is new and changes the message of each shortcut that exists; of two rows with one shortcut the later counts.
 * All rows are stored or none.
 * @throws WorkError 400 for a row that the rule refuses, or when there would be too many; 403 without the permission
 */
export async function importQuickReplies(
  context: WorkContext,
  who: SignedIn,
  rows: readonly QuickReplyText[],
): Promise<ImportAnswer> {
  checkMayManage(who);
  const wanted = new Map(
    rows.map((row, index) => {
      const written = checked(row, `rows.${index}.`);
      return [written.shortcut, written] as const;
    }),
  );
  return changed(context, who, async ({ tx, merchantId }) => {
    await lockQuickReplies(tx, merchantId);
    const existing = await listQuickReplies(tx, merchantId);
    // Of several with one shortcut the first is the one that counts.
    const known = new Map(existing.toReversed().map((reply) => [reply.shortcut, reply]));
    const lines = [...wanted.values()].map((line) => {
      const before = known.get(line.shortcut);
      return { line, before, step: importStep(before, line) };
    });
    const added = lines.filter(({ step }) => step === 'add').map(({ line }) => line);
    const changes = lines.flatMap(({ line, before, step }) =>
      before !== undefined && step === 'change' ? [{ id: before.id, message: line.message }] : [],
    );
    checkCount(existing.length + added.length);
    if (added.length > 0) await insertManyQuickReplies(tx, merchantId, added);
    if (changes.length > 0) await updateManyMessages(tx, merchantId, changes);
    return { added: added.length, changed: changes.length };
  });
}

/** One unit of work, after which all agents of the merchant load their lists anew. */
async function changed<T>(context: WorkContext, who: SignedIn, work: (change: Change) => Promise<T>): Promise<T> {
  const answer = await change(context, { merchantId: who.merchantId, by: who.agent.id }, work);
  context.live.signal(who.merchantId, { type: 'quick_replies.changed' });
  return answer;
}

function checkMayManage({ mayManageQuickReplies }: SignedIn): void {
  if (mayManageQuickReplies !== true)
    throw new WorkError(403, messages.quickRepliesNotYours, 'no_quick_reply_permission');
}

function checked(given: QuickReplyText, path = ''): QuickReplyText {
  const written = quickReplyOf({ shortcut: storable(given.shortcut), message: storable(given.message) });
  const problem = quickReplyProblem(written);
  if (problem === null) return written;
  const message = messages.quickReplyProblem(problem);
  throw new WorkError(400, message, 'quick_reply', { [`${path}${problem.field}`]: [message] });
}

function checkCount(count: number): void {
  if (count > MAX_QUICK_REPLIES) throw new WorkError(400, messages.tooManyQuickReplies, 'too_many_quick_replies');
}

const gone = () => new WorkError(404, messages.noQuickReply, 'no_quick_reply');
