import { callIn, sampleImage } from '@inbox/simulate';
import { violationsInThemes } from '../harness/accessibility';
import { press, reach } from '../harness/keyboard';
import { expect, test } from '../harness/test';
import type { Customer } from '../harness/customer';
import type { Inbox } from '../harness/inbox';

// What most agents have.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Sends a picture of the given size; returns when the inbox has heard of it. */
async function sendsPicture({ simulator }: Inbox, customer: Customer, size: number): Promise<void> {
  const id = `picture-${size}`;
  simulator.graph.addMedia(id, { bytes: sampleImage(size), mimeType: 'image/png' });
  await customer.sends({ type: 'image', image: { id, mime_type: 'image/png', sha256: '', caption: id } });
}

test('pictures are looked at, and left, without a mouse', async ({ inbox, open }) => {
  const customer = inbox.customer('Pictured Pihu');
  await sendsPicture(inbox, customer, 8);
  await sendsPicture(inbox, customer, 9);
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  const image = asha.bubble('picture-9').getByRole('button', { name: /^Open image/ });
  await expect(image.locator('img')).toBeVisible();
  await image.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await expect(viewer.locator('img')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);

  const stage = viewer.locator('[data-zoom]');
  await page.keyboard.press('+');
  await expect(stage).not.toHaveAttribute('data-zoom', '1');
  await page.keyboard.press('0');
  await expect(stage).toHaveAttribute('data-zoom', '1');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('1 of 2')).toBeVisible();
  const download = page.waitForEvent('download');
  await press(page, viewer.getByRole('button', { name: /^Download / }));
  await download;
  await reach(page, 'Tab', viewer.getByRole('button', { name: 'Close image' }));
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(image).toBeFocused();
});

test('an emoji is found by its word and taken without a mouse', async ({ inbox, open }) => {
  const customer = inbox.customer('Smiled at Sejal');
  await customer.writes('It fits!');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  await asha.replyBox.focus();
  await page.keyboard.type('Wonderful ');
  const button = asha.reply.getByRole('button', { name: 'Emoji', exact: true });
  await press(page, button);
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' });
  await expect(picker.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused();
  await expect(picker.getByRole('gridcell').first()).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(picker.getByRole('gridcell').first()).toBeVisible();
  await page.keyboard.type('party popper');
  await expect(picker.getByRole('gridcell')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  await expect(asha.replyBox).toHaveValue('Wonderful 🎉');
  await expect(asha.replyBox).toBeFocused();
});

test('files that are dragged in, and those refused, are told to everybody', async ({ inbox, open }) => {
  const customer = inbox.customer('Dragged Damini');
  await customer.writes('Please send the form.');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  const dragged = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['%PDF-1.4'], 'form.pdf', { type: 'application/pdf' }));
    data.items.add(new File(['MZ'], 'form.exe', { type: 'application/x-msdownload' }));
    return data;
  });
  await asha.conversation.dispatchEvent('dragover', { dataTransfer: dragged });
  await expect(page.getByText(`Drop files here to attach them to your reply to ${customer.name}`)).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await asha.conversation.dispatchEvent('drop', { dataTransfer: dragged });
  await expect(page.getByText(/^Drop files here/)).toHaveCount(0);
  const refused = asha.reply.getByRole('alert');
  await expect(refused).toHaveText('File form.exe has a type application/x-msdownload which is not supported');
  expect(await violationsInThemes(page)).toEqual([]);

  await asha.replyBox.focus();
  await reach(page, 'Shift+Tab', asha.reply.getByRole('button', { name: 'Close the list of rejected files' }));
  await page.keyboard.press('Enter');
  await expect(refused).toHaveCount(0);
  await expect(asha.replyBox).toBeFocused();

  const remove = asha.reply.getByRole('button', { name: 'Remove form.pdf' });
  await press(page, remove);
  await expect(remove).toHaveCount(0);
  await expect(asha.replyBox).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await press(page, asha.reply.getByRole('button', { name: 'Attach files' }));
  await chooser;
});

test('a call is placed and its dialog left without a mouse', async ({ inbox, open }) => {
  const phone = '+919812300017';
  await callIn(inbox.url, inbox.phoneLine, phone);
  const asha = await open(inbox.asha, { viewport: { width: 1600, height: 900 } });
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(phone);
  const take = asha.conversation.getByRole('button', { name: 'Assign to me', exact: true });
  await take.focus();
  await page.keyboard.press('Enter');
  await expect(take).toHaveCount(0);
  const call = asha.conversation.getByRole('button', { name: 'Call', exact: true });
  await call.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Call' });
  await expect(dialog.getByRole('status')).toContainText('rings first');
  await press(page, dialog.getByRole('button', { name: 'Close' }));
  await expect(dialog).toHaveCount(0);
  await expect(call).toBeFocused();
});
