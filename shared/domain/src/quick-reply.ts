import type { QuickReplyId } from './ids';

export interface QuickReply {
  id: QuickReplyId;
  /** Begins with a slash (spec section 5). */
  shortcut: string;
  message: string;
}

/** The panel's search: case-insensitive substring on shortcuts (spec section 2). */
export function matchesQuickReply(reply: QuickReply, search: string): boolean {
  return reply.shortcut.toLowerCase().includes(search.trim().toLowerCase());
}
