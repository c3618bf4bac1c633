import type { QuickReply } from '@inbox/domain';
import { findQuickReplies } from '@inbox/domain/conversation';

/** What stands after a leading slash, and nothing else (spec section 5); null when the text is no shortcut. */
export function slashQuery(text: string): string | null {
  return /^\/\S*$/.test(text) ? text : null;
}

const MOST = 50;

export function matchingReplies(replies: readonly QuickReply[], query: string): readonly QuickReply[] {
  // A slash alone asks for all of them, whatever their shortcuts hold.
  return (query === '/' ? replies : findQuickReplies(replies, query)).slice(0, MOST);
}
