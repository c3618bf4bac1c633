import { MAIL_THREADS, mailVectors } from '../hostile/by-mail';
import { mailsText } from '../hostile/scan';
import { withHostileShop } from '../hostile/shop';
import { TALL, ticketOf, WatchedInbox } from '../hostile/watched-inbox';
import { expect, test } from '../harness/test';

test('no HTML of the hostile corpus runs, asks or stays in a mail', async ({ inbox, open }) => {
  await withHostileShop(inbox, async (shop) => {
    await mailVectors(inbox, shop);
    const watched = await WatchedInbox.open((prepare) => open(shop.agent, { viewport: TALL, prepare }), {
      origin: inbox.url,
    });
    for (const { writer, vectors } of MAIL_THREADS) {
      await watched.openTicket(await ticketOf(shop, writer));
      await watched.readThread(writer, vectors, () => mailsText(watched.screen.page));
    }
  });
});

test('a mail whose images are shown asks the inbox for pictures, and nobody else for anything', async ({
  inbox,
  open,
}) => {
  await withHostileShop(inbox, async (shop) => {
    await mailVectors(inbox, shop);
    const asked: string[] = [];
    const watched = await WatchedInbox.open((prepare) => open(shop.agent, { viewport: TALL, prepare }), {
      origin: inbox.url,
      prepare: async (page) => {
        // Its server fetches from the public internet alone, where nobody is called so.
        await page.route('**/api/inbox/mail-images/*/*', (route) => {
          asked.push(new URL(route.request().url()).searchParams.get('url') ?? '');
          return route.fulfill({ contentType: 'image/png', body: '' });
        });
      },
    });
    const { page, conversation } = watched.screen;
    for (const id of ['html-20', 'css-3']) {
      const { writer, address, vectors } = MAIL_THREADS.find((thread) =>
        thread.vectors.some((each) => each.id === id),
      )!;
      await watched.openTicket(await ticketOf(shop, writer));
      await conversation.getByRole('button', { name: 'Show images' }).first().click();
      await expect(conversation.getByText(`Images from ${address} are shown.`).first()).toBeVisible();
      await watched.readThread(writer, vectors, () => mailsText(page));
      // A text is drawn before the pictures beside it are asked for.
      await watched.scrollUntil(conversation.getByRole('log'), -0.6, async () =>
        asked.some((url) => url.includes(`/${id}/`)) ? [] : [id],
      );
    }
  });
});
