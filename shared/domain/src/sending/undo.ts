import type { ConversationSource } from '../tickets/ticket';

/** Milliseconds in which an e-mail can be taken back after it was sent. */
export const UNDO_MS = 10_000;

/** Milliseconds that the server holds it back: an undo of the last moment may be on its way. */
export const UNDO_HOLD_MS = UNDO_MS + 1_000;

/** Chats show at once what was sent; only a mail waits, so that its writer may change their mind. */
export const mayBeUndone = (source: ConversationSource): boolean => source === 'email';
