import type { Locator, Page } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { withDatabase } from '../harness/database';
import type { Inbox } from '../harness/inbox';
import { press, reach } from '../harness/keyboard';
import { expect, test } from '../harness/test';

/** As if the time of the shop's scheduled mails had come. */
const letTimePass = ({ dataDir, shop }: Inbox) =>
  withDatabase(dataDir, (db) =>
    db.query(
      `update scheduled_mails set send_at = now()
       where failed is null and merchant_id = (select id from merchants where slug = $1)`,
      [shop.slug],
    ),
  );

/** Of the menu that is open, by its own keys. */
async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await reach(page, 'ArrowDown', item);
  await page.keyboard.press('Enter');
  await expect(item).toHaveCount(0);
}
const later = (place: Locator) => place.getByRole('list', { name: 'E-mails that are sent later' });

test('a mail is put off, changed, seen by a colleague at once, and leaves once at its time', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Later Leela');
  const asked = await customer.mails({ subject: 'Kurta', text: 'Where is it?', html: '<p>Where is it?</p>' });
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const { page } = asha;
  await press(page, asha.conversation.getByRole('button', { name: 'Reply', exact: true }));
  const drawer = page.getByRole('dialog', { name: /^Reply: / });
  const text = drawer.getByRole('textbox', { name: 'Message' });
  await expect(text).toBeFocused();
  await page.keyboard.type('Packed tomorrow');

  const colleague = await open(inbox.asha);
  await colleague.isLive();
  await colleague.showAll();
  await colleague.openTicketOf(customer.name);
  await expect(colleague.replyBox).toBeVisible();

  await press(page, drawer.getByRole('button', { name: 'Send later' }));
  await expect(page.getByRole('menu', { name: 'Send later' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await choose(page, 'Tomorrow 9:00');
  await expect(drawer).toHaveCount(0);
  await expect(later(asha.conversation)).toContainText('09:00 AM');
  await expect(later(colleague.conversation)).toContainText('Packed tomorrow');
  expect(await violations(page)).toEqual([]);

  // It is the server's: it is there after a reload, and goes back into the drawer to be changed.
  await page.reload();
  await asha.isLive();
  await press(page, later(asha.conversation).getByRole('button', { name: /^Edit / }));
  await expect(text).toHaveText('Packed tomorrow');
  await expect(later(colleague.conversation)).toHaveCount(0);
  await expect(text).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' at nine');
  await press(page, drawer.getByRole('button', { name: 'Send later' }));
  await choose(page, 'Choose date and time');
  const dialog = page.getByRole('dialog', { name: 'Send later' });
  const field = dialog.getByLabel('Date and time');
  await field.fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Send later' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Choose a time that is still to come.');
  expect(await violations(page)).toEqual([]);
  const inTwoDays = await page.evaluate(() => {
    const at = new Date(Date.now() + 2 * 86_400_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  });
  await field.fill(inTwoDays);
  await dialog.getByRole('button', { name: 'Send later' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(later(colleague.conversation)).toContainText('Packed tomorrow at nine');

  const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address));
  expect(arrived()).toEqual([]);
  await letTimePass(inbox);
  await expect(later(colleague.conversation)).toHaveCount(0);
  await expect(later(asha.conversation)).toHaveCount(0);
  await expect.poll(() => arrived().length, { timeout: 40_000 }).toBe(1);
  expect(arrived()[0]).toMatchObject({ subject: 'Re: Kurta', inReplyTo: asked });
  expect(arrived()[0]?.text).toMatch(/^Packed tomorrow at nine\s/);
});

test('a mail that may not be sent at its time stays, says why, and is removed', async ({ inbox, open }) => {
  const customer = inbox.customer('Closed Chandra');
  await customer.mails({ subject: 'Saree', text: 'Too long', html: '<p>Too long</p>' });
  const asha = await open(inbox.asha, { colorScheme: 'dark', viewport: { width: 360, height: 800 } });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const { page, conversation } = asha;
  await conversation.getByRole('button', { name: 'Reply', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: /^Reply: / });
  await expect(drawer.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('Still here?');
  await drawer.getByRole('button', { name: 'Send later' }).click();
  if (process.env['INBOX_SHOTS'] !== undefined) {
    await page.screenshot({ path: `${process.env['INBOX_SHOTS']}/later-menu-360.png` });
  }
  await page.getByRole('menuitem', { name: 'In 1 hour' }).click();
  await expect(later(conversation)).toContainText('Will be sent on');
  expect(await violations(page)).toEqual([]);
  if (process.env['INBOX_SHOTS'] !== undefined) {
    await page.screenshot({ path: `${process.env['INBOX_SHOTS']}/later-list-360.png` });
  }

  const id = await inbox.ticketOf(inbox.asha, customer.name);
  await withDatabase(inbox.dataDir, (db) =>
    db.query("update tickets set status = 'closed', rev = rev + 1 where id = $1", [id]),
  );
  await letTimePass(inbox);
  await expect(later(conversation)).toContainText('Not sent: ');
  await expect(conversation.getByText(/planned was not sent: /)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await later(conversation)
    .getByRole('button', { name: /^Remove / })
    .click();
  await expect(later(conversation)).toHaveCount(0);
  expect(inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address))).toEqual([]);
});
