/** Of one send (spec section 5). */
export const MAX_FILES_PER_SEND = 5;

/** Addresses in one field of a mail. */
export const MOST_RECIPIENTS = 100;

/** UTF-16 units of the note that a new ticket begins with. */
export const LONGEST_FIRST_NOTE = 10_000;

/** What a ticket that begins with an agent's e-mail may be (spec section 9). */
export const COMPOSE_STATUSES = ['assigned', 'open', 'closed'] as const;
export type ComposeStatus = (typeof COMPOSE_STATUSES)[number];
