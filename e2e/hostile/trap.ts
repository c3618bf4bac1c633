import type { Page } from '@playwright/test';

/** What got through in a page, in its own words; empty as long as everything hostile is inert. */
export interface Trap {
  readonly sprung: readonly string[];
}

/**
 * Sets the trap before the page goes anywhere. What runs, asks, opens, leads away, downloads or is held against a policy, in
 * whichever frame, is written down: an attempt that a policy stopped should not have come so far.
 */
export async function setTrap(page: Page, origin: string): Promise<Trap> {
  const sprung: string[] = [];
  const spring = (what: string) => void sprung.push(what);
  await page.exposeFunction('trap', (name: unknown) => spring(`ran: ${String(name)}`));
  page.on('dialog', (dialog) => {
    spring(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => spring(`popup: ${popup.url()}`));
  page.on('download', (download) => spring(`download: ${download.suggestedFilename()}`));
  page.on('pageerror', (error) => spring(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/content.security.policy|sandboxed|\bblocked\b/i.test(message.text())) spring(`console: ${message.text()}`);
  });
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (!url.startsWith(origin) && url !== 'about:srcdoc' && url !== 'about:blank') spring(`navigation: ${url}`);
  });
  const session = await page.context().newCDPSession(page);
  // Whatever is asked for, also what a policy then blocks.
  session.on('Network.requestWillBeSent', ({ type: kind, request: { url } }) => {
    const asked = new URL(url);
    if (asked.origin === origin || asked.protocol === 'blob:' || asked.protocol === 'data:') return;
    spring(`request: ${kind} ${url}`);
  });
  session.on('Audits.issueAdded', ({ issue: { code, details } }) => {
    const { violatedDirective, blockedURL = 'inline' } = details.contentSecurityPolicyIssueDetails ?? {};
    if (code === 'ContentSecurityPolicyIssue') spring(`policy: ${violatedDirective} ${blockedURL}`);
  });
  await Promise.all([session.send('Network.enable'), session.send('Audits.enable')]);
  return { sprung };
}
