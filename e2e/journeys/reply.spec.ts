import type { Page } from '@playwright/test';
import { violationsInThemes } from '../harness/accessibility';
import type { InboxScreen } from '../harness/inbox-screen';
import { core, expect, test } from '../harness/test';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PIXEL });
const program = { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') };

const attach = async ({ page, reply }: InboxScreen, files: (typeof program)[]) => {
  const chooser = page.waitForEvent('filechooser');
  await reply.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files);
};
/** The store's quick replies, as its backend would answer them. */
const withQuickReplies = async (page: Page) => {
  await page.route('**/api/inbox/canned-message/', (route) =>
    route.fulfill({ json: { success: true, data: [{ id: 1, shortcut: '/hello', message: 'Hello {{userName}}' }] } }),
  );
  await page.route('**/api/inbox/canned-message/1/used/', (route) =>
    route.fulfill({ json: { success: true, data: {} } }),
  );
};
const attached = ({ reply }: InboxScreen) => reply.getByRole('list', { name: 'Attached files' }).getByRole('listitem');

test(
  'files are chosen and dropped, survive a reload with the text, and reach the customer',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Parcel Parvati');
    await customer.writes('What does it look like?');
    const asha = await open(inbox.asha);
    await asha.showAll();
    await asha.openTicketOf(customer.name);

    await asha.replyBox.fill('Like this, Parvati.');
    await attach(asha, [picture('front.png'), program]);
    await expect(
      asha.reply.getByText('File run.exe has a type application/x-msdownload which is not supported'),
    ).toBeVisible();
    await expect(asha.page.getByText('This file format is not supported.')).toBeVisible();
    await expect(asha.reply.getByRole('button', { name: 'Remove front.png' })).toBeVisible();

    const dropped = await asha.page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'back.png', { type: 'image/png' }));
        return data;
      },
      [...PIXEL],
    );
    await asha.conversation.dispatchEvent('dragover', { dataTransfer: dropped });
    await expect(asha.page.getByText(/^Drop files here/)).toBeVisible();
    await asha.conversation.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(asha.reply.getByRole('button', { name: 'Remove back.png' })).toBeVisible();

    await asha.page.reload();
    await expect(asha.replyBox).toHaveValue('Like this, Parvati.');
    await expect(attached(asha)).toHaveCount(2);
    await asha.replyBox.press('Enter');
    await expect(attached(asha)).toHaveCount(0);
    await expect(asha.bubble('Like this, Parvati.')).toHaveAttribute('data-status', 'sent');
    const received = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
    await expect.poll(() => received().map(({ file }) => file)).toEqual(['image', 'image']);
  },
);

test('an emoji is found by its word, and a quick reply by its shortcut', async ({ inbox, open }) => {
  const customer = inbox.customer('Smiling Savita');
  await customer.writes('Do you ship elephants?');
  const asha = await open(inbox.asha, { prepare: withQuickReplies });
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  await asha.replyBox.fill('/hel');
  await expect(asha.reply.getByRole('option')).toHaveCount(1);
  await asha.replyBox.press('Enter');
  await expect(asha.replyBox).toHaveValue('Hello Smiling Savita');
  expect(inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone)).toEqual([]);

  await asha.reply.getByRole('button', { name: 'Emoji' }).click();
  await asha.page.getByRole('searchbox', { name: 'Search emoji' }).fill('elephant');
  await expect(asha.page.getByRole('gridcell')).toHaveCount(1);
  await asha.page.keyboard.press('Enter');
  await expect(asha.replyBox).toBeFocused();
  await expect(asha.replyBox).toHaveValue(/🐘$/u);
});

test(
  'what waits for the line is shown, also beside another ticket, and leaves once',
  core,
  async ({ inbox, open, guard }) => {
    guard.expects(/net::ERR_/, /Failed to load resource/);
    const customer = inbox.customer('Waiting Wahida');
    await customer.writes('Are you there?');
    const asha = await open(inbox.asha);
    await asha.showAll();
    await asha.openTicketOf(customer.name);

    // The line is cut until "Send now" is pressed: the page tries again by itself meanwhile.
    const isPressed = () => asha.page.evaluate(() => 'pressed' in document.documentElement.dataset);
    await asha.page.route('**/api/inbox/ticket/reply/', async (route) =>
      (await isPressed()) ? route.continue() : route.abort(),
    );
    await asha.send('Here, Wahida.');
    const outbox = asha.conversation.getByText('1 message is not sent yet');
    await expect(outbox).toBeVisible();
    await outbox.click();
    await asha.page.evaluate(() => {
      const press = () => (document.documentElement.dataset['pressed'] = 'yes');
      document.addEventListener('click', press, { capture: true, once: true });
    });
    await asha.conversation.getByRole('button', { name: 'Send now: Here, Wahida.' }).click();
    await expect(outbox).toHaveCount(0);
    const received = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone).length;
    await expect.poll(received).toBe(1);
  },
);

test('the reply box with all that it offers is accessible', async ({ inbox, open }) => {
  const customer = inbox.customer('Careful Chitra');
  await customer.writes('May I see it?');
  const asha = await open(inbox.asha, { prepare: withQuickReplies });
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  await asha.replyBox.fill('/');
  await expect(asha.reply.getByRole('option').first()).toBeVisible();
  expect(await violationsInThemes(asha.page), 'quick replies').toEqual([]);
  await asha.replyBox.fill('NOT_FOUND');
  await attach(asha, [picture('front.png'), program]);
  await expect(attached(asha)).toHaveCount(1);
  expect(await violationsInThemes(asha.page), 'files').toEqual([]);
  await asha.reply.getByRole('button', { name: 'Emoji' }).click();
  await expect(asha.page.getByRole('gridcell').first()).toBeVisible();
  expect(await violationsInThemes(asha.page), 'emoji').toEqual([]);
});
