import type { InboxError, InboxErrorCode } from '../types';

/** What whoever makes the page is to do, by what went wrong. `{…}` stands for what is known of it. */
const WHAT_TO_DO: Record<InboxErrorCode, (about: string, inboxUrl: string) => string> = {
  'bad-options': (about) => `Inbox.mount was called wrongly: ${about}`,
  'no-token': (about) =>
    `getToken gave no token${about && ` (${about})`}. It must return, or resolve to, the token that your server made for the person who is signed in.`,
  'wrong-origin': (about, inboxUrl) =>
    `${inboxUrl} does not let pages of ${location.origin} show its panels. Have it listed: pnpm admin embed origins add ${location.origin} --merchant SHORT-NAME${about && ` (${about})`}`,
  'blocked-by-csp': (about, inboxUrl) =>
    `The Content-Security-Policy of this page stopped the inbox: ${about}. It needs script-src ${inboxUrl}; connect-src ${inboxUrl} ${inboxUrl.replace(/^http/, 'ws')}; img-src ${inboxUrl} data: blob:; with Trusted Types also: trusted-types inbox dompurify. With mode 'iframe': script-src and frame-src.`,
  'unknown-panel': (about) => about,
  network: (about, inboxUrl) =>
    `${inboxUrl} could not be reached: ${about}. The panel tries again when it is asked to.`,
  'signed-out': () =>
    'The inbox refused the token, and the new one that getToken gave as well. Sign the person in anew, and mount the panel once more.',
  'two-inboxes': (about) => `This page shows panels of ${about} already; one page shows those of one inbox.`,
  'panel-failed': (about) => `The panel failed: ${about}`,
};

/** @param about what is known of it, in a few words; no person's data */
export const inboxError = (code: InboxErrorCode, panel: string, about: string, inboxUrl: string): InboxError => ({
  code,
  message: `[inbox ${code}] ${panel}: ${WHAT_TO_DO[code](about, inboxUrl)}`,
  panel,
});

/** Tells the page by its `onError`, and always in the console. */
export function tell(error: InboxError, onError: ((error: InboxError) => void) | undefined): void {
  console.error(error.message);
  onError?.(error);
}
