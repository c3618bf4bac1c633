import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations, violationsInThemes } from '../harness/accessibility';
import { mountAlone } from '../harness/mount-alone';
import type { InboxScreen } from '../harness/inbox-screen';
import { press } from '../harness/keyboard';
import { core, expect, test } from '../harness/test';

const row = ({ quickReplies }: InboxScreen, shortcut: string) =>
  quickReplies.getByRole('listitem').filter({ hasText: shortcut });

/** Chooses from the menu of a row. */
async function choose(screen: InboxScreen, shortcut: string, item: string): Promise<void> {
  await row(screen, shortcut).hover();
  await screen.quickReplies.getByRole('button', { name: `More about ${shortcut}`, exact: true }).click();
  await screen.page.getByRole('menuitem', { name: item }).click();
}

async function fill({ quickReplies }: InboxScreen, shortcut: string, message: string): Promise<void> {
  await quickReplies.getByRole('textbox', { name: 'Shortcut' }).fill(shortcut);
  await quickReplies.getByRole('textbox', { name: 'Message' }).fill(message);
}

const save = ({ quickReplies }: InboxScreen) => quickReplies.getByRole('button', { name: 'Save' }).click();
const told = ({ page }: InboxScreen, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function deleteReply(screen: InboxScreen, shortcut: string): Promise<void> {
  await choose(screen, shortcut, 'Delete');
  await screen.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(screen, shortcut)).toHaveCount(0);
}

/** Nothing is cut off: the page scrolls nowhere sideways. */
const fits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);

test(
  'quick replies are added, edited, sent and deleted, and a colleague sees each change',
  core,
  async ({ inbox, open, guard }) => {
    // The conversation's refusal of a text that lacks a value.
    guard.expects(/^console: conversation failed on reply\.send@1 Error: A value of this quick reply was not found/);
    const customer = inbox.customer('Quick Qadir');
    await customer.writes('Where are you?');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    const [asha, ravi] = await Promise.all([open(inbox.asha, { ticket }), open(inbox.ravi, { ticket })]);
    for (const screen of [asha, ravi]) {
      await screen.isLive();
      await screen.showQuickReplies();
    }
    await asha.quickReplies.getByRole('button', { name: 'Add quick reply', exact: true }).click();
    await expect(asha.quickReplies.getByRole('heading', { name: 'Add Quick Replies' })).toBeVisible();

    await fill(asha, 'q-hello', 'Hello {{userName}}: {{lastOrderAWB}}');
    await save(asha);
    await told(asha, "Add '/' at the beginning of the shortcut");
    const preview = asha.quickReplies.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText(`Hello ${customer.name}: NOT_FOUND`);
    expect(await violations(asha.page), 'the form').toEqual([]);

    // What is written outlives the page.
    await asha.page.reload();
    await asha.isLive();
    await asha.showQuickReplies();
    await asha.quickReplies.getByRole('button', { name: 'Add quick reply', exact: true }).click();
    await expect(asha.quickReplies.getByRole('textbox', { name: 'Shortcut' })).toHaveValue('q-hello');
    await fill(asha, '/q-hello', 'Hello {{userName}}: {{lastOrderAWB}}');
    await save(asha);
    await told(asha, 'Shortcut has been added successfully');
    await expect(row(asha, '/q-hello')).toContainText('/q-hello - Shortcut');
    await expect(row(ravi, '/q-hello')).toBeVisible();
    expect(await violations(asha.page), 'the list').toEqual([]);

    // What is missing is marked before it is sent.
    await row(asha, '/q-hello').hover();
    await asha.quickReplies.getByRole('button', { name: 'Put /q-hello into the reply' }).click();
    await expect(asha.replyBox).toHaveValue(`Hello ${customer.name}: NOT_FOUND`);
    await expect(asha.reply.locator('mark')).toHaveText('NOT_FOUND');
    await asha.replyBox.fill('');
    await row(asha, '/q-hello').hover();
    await asha.quickReplies.getByRole('button', { name: 'Send /q-hello' }).click();
    await expect(asha.page.getByText(/A value of this quick reply was not found/)).toBeVisible();

    await choose(asha, '/q-hello', 'Edit');
    await fill(asha, '/q-hello', 'Hello {{userName}}, we are near');
    await save(asha);
    await told(asha, 'Shortcut has been edited successfully');
    await expect(row(ravi, '/q-hello')).toContainText('we are near');

    // The slash menu of the colleague has it, too.
    await ravi.replyBox.fill('/q-h');
    await expect(ravi.page.getByRole('option', { name: /q-hello/ })).toContainText('we are near');
    await ravi.replyBox.fill('');

    await row(asha, '/q-hello').hover();
    await asha.quickReplies.getByRole('button', { name: 'Send /q-hello' }).click();
    await expect(asha.bubble(`Hello ${customer.name}, we are near`)).toHaveAttribute('data-status', 'sent');

    await deleteReply(asha, '/q-hello');
    await told(asha, 'Shortcut has been deleted successfully');
    await expect(row(ravi, '/q-hello')).toHaveCount(0);
  },
);

test('quick replies come from a CSV file and go into one, and stay while the server is away', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/net::ERR_/);
  const customer = inbox.customer('Filing Farah');
  await customer.writes('Anybody there?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ticket });
  const { page, quickReplies } = asha;
  await asha.isLive();
  await asha.showQuickReplies();
  const menu = (item: string) => async () => {
    await quickReplies.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await menu('Import from CSV')();
  const dialog = page.getByRole('dialog', { name: 'Import quick replies' });
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'replies.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Shortcut,Message\r\n/f-one,"Two\r\nlines"\r\n/f-sum,\'=1+1\r\nwrong,No slash\r\n'),
  });
  await expect(dialog.getByText(/^2 are new, 0 change, 0 are there already, 1 line cannot be read/)).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toContainText("Line 5 · Skipped wrong Add '/' at the beginning");
  expect(await violations(page), 'the import').toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 quick replies' }).click();
  await told(asha, '2 shortcuts have been added, 0 changed');
  await expect(row(asha, '/f-sum')).toContainText('=1+1');

  const downloads = page.waitForEvent('download');
  await menu('Export as CSV')();
  const file = await readFile(await (await downloads).path(), 'utf8');
  expect(file).toContain('"/f-one","Two\nlines"\r\n"/f-sum","\'=1+1"');

  // The list and Send go on without a server; a change says that it failed, and loses nothing.
  await page.context().setOffline(true);
  await row(asha, '/f-one').hover();
  await quickReplies.getByRole('button', { name: 'Put /f-one into the reply' }).click();
  await expect(asha.replyBox).toHaveValue('Two\nlines');
  await asha.replyBox.fill('');
  await choose(asha, '/f-one', 'Edit');
  await fill(asha, '/f-one', 'Written without a line');
  await save(asha);
  await told(asha, 'There has been an error. Please try again in some time.');
  await page.context().setOffline(false);
  await asha.isLive();
  await save(asha);
  await expect(row(asha, '/f-one')).toContainText('Written without a line');
  for (const shortcut of ['/f-one', '/f-sum']) await deleteReply(asha, shortcut);
});

test('all of it works by keyboard', async ({ inbox, open }) => {
  const customer = inbox.customer('Keyed Kiran');
  await customer.writes('No mouse here');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ticket });
  const { page, quickReplies } = asha;
  await asha.isLive();
  await asha.showQuickReplies();
  await quickReplies.getByRole('searchbox').focus();
  await press(page, quickReplies.getByRole('button', { name: 'Add quick reply', exact: true }));
  await page.keyboard.type('/k-key');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Dear ');
  await press(page, quickReplies.getByRole('button', { name: 'Insert placeholder' }));
  await expect(page.getByRole('menuitem', { name: 'First name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(quickReplies.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await expect(quickReplies.getByRole('textbox', { name: 'Message' })).toHaveValue('Dear {{userFirstName}}');
  await press(page, quickReplies.getByRole('button', { name: 'Save' }));
  await expect(quickReplies.getByRole('button', { name: 'Add quick reply', exact: true })).toBeFocused();
  await press(page, quickReplies.getByRole('button', { name: 'Put /k-key into the reply' }));
  await expect(asha.replyBox).toHaveValue('Dear Keyed');
  await press(page, quickReplies.getByRole('button', { name: 'More about /k-key' }));
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect(row(asha, '/k-key')).toHaveCount(0);
});

test('the panel fits 360, 1280 and 1920 pixels in both themes', async ({ inbox, open }, info) => {
  const customer = inbox.customer('Sized Sima');
  await customer.writes('How large are you?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  for (const width of [1920, 1280, 360]) {
    const asha = await open(inbox.asha, { ticket, viewport: { width, height: 800 } });
    const { page, quickReplies } = asha;
    const shortcut = `/s-${width}-${'x'.repeat(80)}`;
    await asha.isLive();
    await asha.showQuickReplies();
    await quickReplies.getByRole('button', { name: 'Add quick reply', exact: true }).click();
    await fill(asha, shortcut, `${'Hello {{userFirstName}} '.repeat(8)}\n${'नमस्ते'.repeat(40)}`);
    await expect(quickReplies.getByRole('region', { name: 'Preview' })).toContainText('Hello Sized');
    await fits(page);
    expect(await violationsInThemes(page), `the form at ${width}`).toEqual([]);
    await page.screenshot({ path: info.outputPath(`form-${width}.png`) });
    await save(asha);
    await row(asha, shortcut).hover();
    await fits(page);
    expect(await violationsInThemes(page), `the list at ${width}`).toEqual([]);
    await page.screenshot({ path: info.outputPath(`list-${width}.png`) });
    await deleteReply(asha, shortcut);
  }
});

test('alone in a page, without a shell and without a bus, the panel works with the real backend', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Lone Leela');
  await customer.writes('Hello?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ticket });
  const { page, quickReplies } = asha;
  await asha.isLive();
  await asha.showQuickReplies();
  await expect(quickReplies.getByRole('searchbox')).toBeVisible();
  await mountAlone(page, 'inbox_quick_replies', await inbox.token(inbox.asha));

  await expect(quickReplies).toHaveCount(1);
  await expect(quickReplies.getByRole('button', { name: 'Close quick replies' })).toHaveCount(0);
  await quickReplies.getByRole('button', { name: 'Add quick reply', exact: true }).click();
  await fill(asha, '/l-alone', 'All by myself');
  await save(asha);
  await expect(quickReplies.getByText('Shortcut has been added successfully')).toBeVisible();
  await row(asha, '/l-alone').hover();
  await quickReplies.getByRole('button', { name: 'Send /l-alone' }).click();
  await expect(quickReplies.getByRole('alert')).toHaveText('Open a conversation first.');
  await deleteReply(asha, '/l-alone');
});
