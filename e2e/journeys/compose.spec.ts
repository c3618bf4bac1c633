import type { Locator } from '@playwright/test';
import { isForEveryone, violations } from '../harness/accessibility';
import { holdCall } from '../harness/hold-call';
import { holdOutbox } from '../harness/hold-outbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { core, expect, test } from '../harness/test';

const dialogOf = ({ page }: InboxScreen): Locator => page.getByRole('dialog', { name: 'Compose Email' });

/** Opens the dialog from the list's add menu. */
async function openDialog(screen: InboxScreen): Promise<Locator> {
  await screen.list.getByRole('button', { name: 'Add', exact: true }).click();
  await screen.page.getByRole('menuitem', { name: 'Compose Email' }).click();
  const dialog = dialogOf(screen);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Puts it on the clipboard of a browser, and pastes it. */
async function paste(box: Locator, text: string, html?: string): Promise<void> {
  await box.focus();
  await box.evaluate(
    (element, { plain, rich }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      if (rich !== undefined) clipboardData.setData('text/html', rich);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { plain: text, rich: html },
  );
}

test(
  'an e-mail is composed by keyboard alone, arrives well-formed, and is a ticket at once',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Composed Charu');
    const asha = await open(inbox.asha);
    await asha.isLive();
    const { page } = asha;
    const { keyboard } = page;

    await press(page, asha.list.getByRole('button', { name: 'Add', exact: true }));
    await reach(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Compose Email' }));
    await keyboard.press('Enter');
    const dialog = dialogOf(asha);
    await expect(dialog.getByRole('combobox', { name: 'To', exact: true })).toBeFocused();

    // Nobody to send it to.
    await press(page, dialog.getByRole('button', { name: 'Send', exact: true }));
    await expect(dialog.getByRole('alert')).toHaveText('Recipient email address is required to send an email');
    await expect(dialog.getByRole('combobox', { name: 'To', exact: true })).toBeFocused();

    await keyboard.type(`${customer.address},`);
    await reach(page, 'Tab', dialog.getByRole('textbox', { name: 'Subject' }));
    await keyboard.type('आपका ऑर्डर');
    const toolbar = dialog.getByRole('toolbar');
    await reach(page, 'Tab', toolbar.getByRole('button', { name: 'Bold' }));
    await keyboard.press('ArrowRight');
    await expect(toolbar.getByRole('button', { name: 'Italic' })).toBeFocused();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    const text = dialog.getByRole('textbox', { name: 'Message' });
    await expect(text).toBeFocused();
    await keyboard.type('Packed');
    await keyboard.press('ControlOrMeta+b');
    await keyboard.type(' today');
    await keyboard.press('Enter');
    await keyboard.type('Taken back');
    await keyboard.press('ControlOrMeta+z');
    await expect(text).not.toContainText('Taken back');
    await keyboard.type('नमस्ते');
    await paste(text, ' https://track.example/1 ');
    expect(await violations(page)).toEqual([]);
    await press(page, dialog.getByRole('button', { name: 'Send', exact: true }));

    const toast = page.getByText(/^Mail has been sent and ticket id is: \d+$/);
    await expect(toast).toBeVisible();
    if (process.env['INBOX_SHOTS'] !== undefined) {
      await page.screenshot({ path: `${process.env['INBOX_SHOTS']}/compose-sent.png` });
    }
    // However busy the machine is, it does not leave meanwhile.
    await holdOutbox(inbox);
    await press(page, page.getByRole('button', { name: 'Undo', exact: true }));
    await expect(text).toContainText('Packed today');
    await expect(toast).toHaveCount(0);
    await press(page, dialog.getByRole('button', { name: 'Send', exact: true }));
    await expect(toast).toBeVisible();
    const id = /\d+$/.exec((await toast.textContent()) ?? '')?.[0];
    await page.getByRole('button', { name: 'Open ticket' }).click();
    await expect(asha.conversation.getByRole('heading', { name: customer.address })).toBeVisible();
    expect(asha.ticketId).toBe(Number(id));

    const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address));
    await expect.poll(() => arrived().length, { timeout: 30_000 }).toBe(1);
    const [mail] = arrived();
    expect(mail).toMatchObject({ subject: 'आपका ऑर्डर', inReplyTo: '' });
    expect(mail?.text).toMatch(/^Packed today\nनमस्ते.* https:\/\/track\.example\/1/);
    expect(mail?.raw.toString()).toMatch(/multipart\/alternative/);
    await expect(asha.conversation.frameLocator('iframe').getByText('Packed', { exact: true })).toBeVisible();
  },
);

test('a hostile paste stays inert, a double click sends once, and what is closed is there again', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Hostile Hema');
  const asha = await open(inbox.asha);
  await asha.isLive();
  const { page } = asha;
  const dialog = await openDialog(asha);
  await dialog.getByRole('combobox', { name: 'To', exact: true }).fill(customer.address);
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Pasted');
  const text = dialog.getByRole('textbox', { name: 'Message' });
  const hostile =
    '<p>Kept <b>bold</b></p><img src="https://tracker.example/x.png" onerror="window.hacked=1"><script>window.hacked=1</script>' +
    '<svg onload="window.hacked=1"></svg><a href="javascript:window.hacked=1">link</a><iframe src="https://x.example"></iframe>';
  await paste(text, 'Kept', hostile);
  await expect(text).toContainText('Kept bold');
  await expect(text.locator('img, iframe, svg, script, a')).toHaveCount(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await asha.isLive();
  const again = await openDialog(asha);
  await expect(again.getByRole('textbox', { name: 'Subject' })).toHaveValue('Pasted');
  await expect(again.getByRole('textbox', { name: 'Message' })).toContainText('Kept bold');
  const held = await holdCall(page, '**/api/inbox/initiate-email/', 'request');
  await again.getByRole('button', { name: 'Send', exact: true }).click();
  await held.requested;
  await expect(again.getByRole('button', { name: 'Sending', exact: true })).toBeDisabled();
  held.release();
  await expect(page.getByText(/^Mail has been sent/)).toBeVisible();
  await expect(again).toHaveCount(0);
  const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address));
  await expect.poll(() => arrived().length, { timeout: 30_000 }).toBe(1);
  expect(arrived()[0]?.raw.toString()).not.toMatch(/tracker|script|javascript|svg/i);
});

test('the dialog is for everyone, in both themes and widths', async ({ inbox, open }) => {
  const asha = await open(inbox.asha, { viewport: { width: 360, height: 720 } });
  await expect(asha.list.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  const dialog = await openDialog(asha);
  await paste(dialog.getByRole('textbox', { name: 'Message' }), '', '<ul><li>One<ol><li>Two</li></ol></li></ul>');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await isForEveryone(asha.page, async () => {
    await expect(dialog.getByRole('alert')).toHaveText('Recipient email address is required to send an email');
  });
});
