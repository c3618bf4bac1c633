import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { demoMedia, samplePdf } from '@inbox/simulate';
import { inTimeForUndo } from '../harness/hold-outbox';
import { core, expect, test } from '../harness/test';

// What most agents have.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const digits = (address: string) => address.replace(/\D/g, '');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A mail waits for ten seconds, in which it can be taken back. */
const AFTER_UNDO = { timeout: 30_000 };

test(
  'a customer writes on WhatsApp, an agent answers, and sees it sent, delivered and seen',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Rohit Kumar');
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.showAll();
    await expect(asha.list.getByRole('tab', { name: /^All\b/ }).first()).toHaveAttribute('aria-selected', 'true');
    await expect(asha.row(customer.name)).toHaveCount(0);

    await customer.writes('Where is my order 10482?');
    await expect(asha.row(customer.name)).toContainText('Where is my order 10482?');
    await expect(asha.row(customer.name)).toHaveAttribute('data-unread', 'true');

    await asha.openTicketOf(customer.name);
    await expect(asha.bubble('Where is my order 10482?')).toBeVisible();
    await expect(asha.row(customer.name)).not.toHaveAttribute('data-unread');

    // The answer of the server is held back until the bubble has been seen under way.
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await asha.page.route('**/api/inbox/ticket/reply/', async (route) => {
      await held;
      await route.continue();
    });
    await asha.send('It arrives today, Rohit.');
    const bubble = asha.bubble('It arrives today, Rohit.');
    await expect(bubble).toHaveAttribute('data-status', 'sending');
    await expect(asha.replyBox).toHaveValue('');
    letGo();
    await expect(bubble).toHaveAttribute('data-status', 'sent');

    const received = () => inbox.simulator.graph.sent.filter(({ to }) => digits(to) === customer.phone);
    await expect.poll(() => received().map(({ text }) => text)).toEqual(['It arrives today, Rohit.']);
    await customer.reports(received()[0]!, 'delivered');
    await expect(bubble).toHaveAttribute('data-status', 'delivered');
    await customer.reports(received()[0]!, 'read');
    await expect(bubble).toHaveAttribute('data-status', 'seen');
    await expect(bubble).toHaveCount(1);
    expect(received()).toHaveLength(1);
    await expect(asha.row(customer.name)).toContainText('It arrives today, Rohit.');
    await expect(asha.conversation.getByText('Open', { exact: true })).toBeVisible();
  },
);

test(
  'a mail is answered in its thread, and what the customer answers lands in the same conversation',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Vikram Mehta');
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.showAll();

    const messageId = await customer.mails({ subject: 'Invoice of order 77', text: 'Please send me the invoice.' });
    await asha.openTicketOf(customer.name);
    const mail = asha.bubble('Please send me the invoice.');
    await expect(mail).toContainText('Invoice of order 77');
    await expect(mail).toContainText(customer.address);

    await asha.send('Here it is, Vikram.');
    const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address));
    await expect.poll(() => arrived().length, AFTER_UNDO).toBe(1);
    const [sent] = arrived();
    expect(sent).toMatchObject({ inReplyTo: messageId, from: inbox.shop.mailbox });
    expect(sent?.subject).toMatch(/Invoice of order 77/);
    expect(sent?.text).toContain('Here it is, Vikram.');
    await expect(asha.bubble('Here it is, Vikram.')).toHaveAttribute('data-status', 'sent');

    await customer.answers(sent!, 'Thank you, got it.');
    await expect(asha.bubble('Thank you, got it.')).toBeVisible();
    await expect(asha.row(customer.name)).toHaveCount(1);
    expect(arrived()).toHaveLength(1);
  },
);

test('an e-mail is taken back, put right and sent: its reader gets one', async ({ inbox, open }) => {
  const [customer, other] = [inbox.customer('Undone Usha'), inbox.customer('Other Omar')];
  await customer.mails({ subject: 'My parcel', text: 'Where is it?' });
  await other.writes('Hello there');
  const asha = await open(inbox.asha, { prepare: (page) => page.clock.install() });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const address = asha.page.url();
  await asha.send('In a van to Nagpur.');
  const undo = asha.page.getByRole('button', { name: `Undo sending to ${customer.name}` });
  await expect(undo).toBeVisible();

  // The undo stays with the mail's own ticket, also from beside another.
  await inTimeForUndo(inbox, asha.page, async () => {
    await asha.openTicketOf(other.name);
    await expect(asha.bubble('Hello there')).toBeVisible();
    await undo.click();
    await expect(asha.page).toHaveURL(address);
    await expect(asha.replyBox).toHaveValue('In a van to Nagpur.');
  });
  await expect(asha.conversation.getByText('Asha Menon took back an e-mail before it was sent.')).toBeVisible();
  await expect(asha.row(customer.name)).toContainText('My parcel');

  await asha.send('In a van to Nashik.');
  const arrived = () =>
    inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address)).map(({ text }) => text.trim());
  await expect.poll(arrived, AFTER_UNDO).toEqual(['In a van to Nashik.']);
  await expect(undo).toHaveCount(0);
  expect(await asha.messages()).toHaveLength(2);
});

test('the same delivery twice makes one message', async ({ inbox, open }) => {
  const customer = inbox.customer('Twice Tara');
  const at = new Date();
  const id = await customer.writes('Only once, please', { at });
  await customer.writes('Only once, please', { at, id });
  await customer.writes('And now something else');
  const asha = await open(inbox.asha);
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await expect(asha.bubble('And now something else')).toBeVisible();
  await expect(asha.bubble('Only once, please')).toHaveCount(1);
});

test('a picture shows in its bubble, a document can be saved as it was sent', core, async ({ inbox, open }) => {
  const customer = inbox.customer('Meena Pillai');
  const picture = demoMedia('4711').bytes;
  const invoice = samplePdf(['Invoice 10482']);
  inbox.simulator.graph.addMedia('4711', { bytes: picture, mimeType: 'image/png' });
  inbox.simulator.graph.addMedia('4712', { bytes: invoice, mimeType: 'application/pdf' });
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();

  await customer.sends({
    type: 'image',
    image: { id: '4711', mime_type: 'image/png', sha256: sha256(picture), caption: 'My building' },
  });
  await asha.openTicketOf(customer.name);
  const image = asha.bubble('My building').getByRole('button', { name: /^Open image/ });
  await expect(image).toBeVisible();
  await expect.poll(() => image.locator('img').evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(480);
  await image.click();
  await expect(asha.page.getByRole('dialog')).toBeVisible();
  await asha.page.keyboard.press('Escape');
  await expect(asha.page.getByRole('dialog')).toHaveCount(0);

  await customer.sends({
    type: 'document',
    document: { id: '4712', mime_type: 'application/pdf', sha256: sha256(invoice), filename: 'invoice-10482.pdf' },
  });
  const save = asha.bubble('invoice-10482.pdf').getByRole('button', { name: 'Download invoice-10482.pdf' });
  const [download] = await Promise.all([asha.page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('invoice-10482.pdf');
  expect(await readFile(await download.path())).toEqual(invoice);
});
