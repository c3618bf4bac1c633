/** Where the browser stores mails that were sent and may be taken back. */
export const SENT_KEY = 'compose-email.sent.';

/** What is written, in the form of the request; a request of which nobody knows whether it was heard; and, by its own id, each that was taken back. */
export const KEYS = { draft: 'compose-email', asked: 'compose-email.asked', undone: 'compose-email.undone.' } as const;
