import type { Profile } from '../agent';
import type { QuickReplyId } from '../ids';

/** Name, in an agent's `user_permissions`, of the right to change and export the shop's quick replies. */
export const QUICK_REPLIES_PERMISSION = 'manage_quick_replies';

/** What is written of a quick reply. */
export interface QuickReplyText {
  /** Begins with a slash (spec section 5). */
  shortcut: string;
  message: string;
}

export interface QuickReply extends QuickReplyText {
  id: QuickReplyId;
  /** How often agents have put it into a reply. */
  uses: number;
}

/** UTF-16 units. */
export const MAX_SHORTCUT_LENGTH = 100;
/** UTF-16 units. */
export const MAX_QUICK_REPLY_LENGTH = 10_000;
/** How many a merchant can have, and how many one import can bring. */
export const MAX_QUICK_REPLIES = 5_000;

/** Why a quick reply cannot be stored; by the field that is wrong. */
export type QuickReplyProblem =
  | { field: 'shortcut'; reason: 'no_slash' | 'too_long' }
  | { field: 'message'; reason: 'empty' | 'too_long' };

/**
 * Whether the agent may add, edit, delete, import and export the shop's quick replies: a store admin always, others with
 * the permission. Every agent reads and uses them.
 */
export const mayManageQuickReplies = ({
  is_store_admin,
  user_permissions,
}: Pick<Profile, 'is_store_admin' | 'user_permissions'>): boolean =>
  is_store_admin || user_permissions.includes(QUICK_REPLIES_PERMISSION);

/** Spaces around a shortcut cannot be seen, and are no part of it. */
export const quickReplyOf = ({ shortcut, message }: QuickReplyText): QuickReplyText => ({
  shortcut: shortcut.trim(),
  message: message.trim(),
});

/** Spec section 5: a shortcut begins with a slash. The lengths are bounds that keep the list usable. */
export function quickReplyProblem({ shortcut, message }: QuickReplyText): QuickReplyProblem | null {
  if (!shortcut.startsWith('/')) return { field: 'shortcut', reason: 'no_slash' };
  if (shortcut.length > MAX_SHORTCUT_LENGTH) return { field: 'shortcut', reason: 'too_long' };
  if (message === '') return { field: 'message', reason: 'empty' };
  if (message.length > MAX_QUICK_REPLY_LENGTH) return { field: 'message', reason: 'too_long' };
  return null;
}

/** Spec section 5: a new shortcut must not exactly match one that exists; an edit is not compared. */
export const isShortcutTaken = (replies: readonly QuickReplyText[], shortcut: string): boolean =>
  replies.some((reply) => reply.shortcut === shortcut);

/** The shortcuts of a list in lower case, so that each key of a search does not make them anew. */
const lowerCased = new WeakMap<readonly Pick<QuickReplyText, 'shortcut'>[], readonly string[]>();

/** The panel's search: case-insensitive substring on shortcuts (spec section 2). @param replies never changed in place */
export function findQuickReplies<T extends Pick<QuickReplyText, 'shortcut'>>(
  replies: readonly T[],
  search: string,
): readonly T[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return replies;
  const shortcuts = lowerCased.get(replies) ?? replies.map(({ shortcut }) => shortcut.toLowerCase());
  lowerCased.set(replies, shortcuts);
  return replies.filter((_, at) => shortcuts[at]?.includes(wanted));
}

/** What an import does with one line of its file. */
export type ImportStep = 'add' | 'change' | 'same';

/** A line whose shortcut exists changes that quick reply's message. */
export function importStep(existing: QuickReplyText | undefined, line: QuickReplyText): ImportStep {
  if (existing === undefined) return 'add';
  return existing.message === line.message ? 'same' : 'change';
}
