import { mailTricks, TRICKSTER } from '../hostile/by-mail';
import { withHostileShop } from '../hostile/shop';
import { TRICKY_MAILS } from '../hostile/tricky-mails';
import { TALL, ticketOf, WatchedInbox } from '../hostile/watched-inbox';
import { expect, test } from '../harness/test';

test('no mail that is not what it says runs, asks or stays: read, as its original, and printed', async ({
  inbox,
  open,
}) => {
  await withHostileShop(inbox, async (shop) => {
    await mailTricks(inbox, shop);
    const watched = await WatchedInbox.open((prepare) => open(shop.agent, { viewport: TALL, prepare }), {
      origin: inbox.url,
      // A page goes away when it is printed: here it stays to be looked at.
      prepare: async (page) => {
        await page.addInitScript(() => void (window.print = () => undefined));
      },
    });
    await watched.openTicket(await ticketOf(shop, TRICKSTER));
    const { page, conversation } = watched.screen;
    const left = new Set(Object.keys(TRICKY_MAILS));
    await watched.scrollUntil(conversation.getByRole('log'), -0.6, async () => {
      for (const name of left) {
        const mail = conversation.locator('article').filter({ has: page.getByText(name, { exact: true }) });
        if ((await mail.count()) === 0) continue;
        left.delete(name);
        await watched.look(`'${name}'`);

        await mail.getByRole('button', { name: 'Show original' }).click();
        const original = page.getByRole('dialog', { name: 'Original message' });
        await expect(original.getByRole('textbox')).toHaveValue(new RegExp(`Subject: ${name}`));
        await watched.look(`the original of '${name}'`);
        await original.getByRole('button', { name: 'Close the original' }).click();
        await expect(original).toHaveCount(0);

        await mail.getByRole('button', { name: 'Print' }).click();
        await expect(page.locator('body > iframe').contentFrame().locator('.inbox-head')).toContainText(name);
        await watched.look(`'${name}' printed`);
        await page.locator('body > iframe').evaluate((frame) => frame.remove());
      }
      return [...left];
    });
  });
});
