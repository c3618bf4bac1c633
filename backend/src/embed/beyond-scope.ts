import { WorkError } from '../platform/errors/errors';

/** For the developer of the embedding page, who reads it in the console and at onError. */
export const embedMessages = {
  notForPages: (what: string) => `A token with a scope may not do this: ${what} is for the inbox's own page.`,
  readOnly: (what: string) => `The token's scope is readOnly: ${what} changes something.`,
  otherPanel: (what: string, whose: readonly string[], panels: readonly string[]) =>
    `The token's scope has the panels ${panels.join(', ') || '(none)'}: ${what} belongs to ${whose.join(', ')}.`,
  wholeInbox: (what: string) =>
    `The token's scope is limited to tickets or customers: ${what} reaches over the whole inbox.`,
  outOfReach: "This is not of a ticket or customer that the token's scope names.",
  noAnalytics: "The token's scope does not say analytics: true.",
  origin: (origin: string) =>
    `Pages of ${origin} may not show panels of this shop. To allow it: pnpm admin embed origins add ${origin} --merchant SHORT-NAME`,
} as const;

/** What a narrow token asks for and does not reach: 403. */
export const beyondScope = (message: string): WorkError => new WorkError(403, message, 'beyond_scope');
