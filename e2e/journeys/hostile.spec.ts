import { expect, test } from '../harness/test';

/** Whatever runs calls `trap`; whatever loads asks evil.example, on which the guard of all pages fails the journey. */
const SCRIPT = '<script>trap("script")</script>';
const IMAGE = '<img src="https://evil.example/pixel.gif" onerror="trap(\'onerror\')">';
const FRAME =
  '<iframe src="https://evil.example/frame"></iframe><iframe srcdoc="<script>parent.trap(1)</script>"></iframe>';
const LINK = '<a href="javascript:trap(\'link\')">refund</a>';
const STYLE =
  '<style>@import "https://evil.example/x.css"; body { background: url(https://evil.example/b.png) }</style>';
const FORM =
  '<form action="https://evil.example/take"><input name="password" autofocus onfocus="trap(\'focus\')"></form>';
const SVG =
  '<svg onload="trap(\'svg\')"><script>trap("svg script")</script><use href="https://evil.example/u.svg#a"/></svg>';
const META = '<meta http-equiv="refresh" content="0;url=https://evil.example/away"><base href="https://evil.example/">';
const ALL = [SCRIPT, IMAGE, FRAME, LINK, STYLE, FORM, SVG, META].join('\n');

test('hostile names, messages, subjects and mails stay text', async ({ inbox, open, guard }) => {
  // Chromium holds the policy against a mail's HTML while it is parsed, in a document that shows and runs nothing, too.
  guard.expects(/violates the following Content Security Policy directive/);
  const trapped: string[] = [];
  const writer = inbox.customer(`Mallory ${IMAGE}`);
  await writer.writes(`Hello ${ALL}`);
  const mailer = inbox.customer(`Trudy ${SCRIPT}`);
  await mailer.mails({
    subject: `Refund ${IMAGE}`,
    text: 'plain',
    html: `<html><head>${META}${STYLE}</head><body onload="trap('onload')"><p>Dear shop</p>${ALL}</body></html>`,
  });

  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      await page.exposeFunction('trap', (what: string) => trapped.push(what));
      page.on('dialog', (dialog) => {
        trapped.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('popup', (popup) => trapped.push(`popup ${popup.url()}`));
    },
  });
  await asha.isLive();
  await asha.showAll();

  await asha.row('Mallory').click();
  await asha.leaveList();
  await expect(asha.conversation.getByRole('heading', { name: writer.name })).toBeVisible();
  await expect(asha.bubble('Hello <script>')).toContainText('onerror=');
  await asha.showDetails();
  await expect(asha.details).toContainText('Mallory');

  await asha.row('Trudy').click();
  await asha.leaveList();
  await expect(asha.bubble('Refund <img')).toBeVisible();
  const frame = asha.conversation.locator('iframe');
  await expect(frame).toHaveCount(1);
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-scripts');
  const mail = frame.contentFrame();
  await expect(mail.getByText('Dear shop')).toBeVisible();
  for (const tag of ['script', 'iframe', 'form', 'input', 'base', 'meta[http-equiv="refresh"]', 'svg script']) {
    await expect(mail.locator(tag)).toHaveCount(0);
  }
  await expect(mail.locator('a[href^="javascript:"]')).toHaveCount(0);

  // What the page is made of after all this: nothing that came from a customer.
  const foreign = asha.page.locator('body :is([onerror], [onload], [src*="evil.example"], [href*="evil.example"])');
  await expect(foreign).toHaveCount(0);
  await expect(asha.page).toHaveURL(/\/inbox\/tickets\/\d+(?:\?|$)/);
  expect(trapped).toEqual([]);
});
