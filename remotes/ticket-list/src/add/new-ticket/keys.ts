/** What is typed, in the form of the request; and a request of which nobody knows whether it was heard. */
export const KEYS = { typed: 'new-ticket', asked: 'new-ticket.asked' } as const;
