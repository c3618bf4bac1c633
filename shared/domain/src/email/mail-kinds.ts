/** How a mail that is written in the drawer goes on from another one. */
export const MAIL_KINDS = ['reply', 'reply_all', 'forward'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Files of an original that are handed on at most. */
export const MOST_FORWARDED_FILES = 50;
