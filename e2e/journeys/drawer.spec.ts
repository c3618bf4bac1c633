import type { Locator } from '@playwright/test';
import { isForEveryone, violations } from '../harness/accessibility';
import { withDatabase } from '../harness/database';
import { holdOutbox } from '../harness/hold-outbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { core, expect, test } from '../harness/test';

const PDF = { filename: 'bill.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 bill') };
const HOSTILE =
  '<p>Where is it?</p><script>top.hacked=1</script><img src="https://tracker.example/x.png" onerror="top.hacked=1" alt="Offer">' +
  '<div style="position:fixed;inset:0;background:url(https://tracker.example/y)">Covered</div>' +
  '<form action="https://evil.example"><input name="password"></form><a href="javascript:top.hacked=1">Pay</a>';

const drawerOf = ({ page }: InboxScreen, kind: 'Reply' | 'Reply All' | 'Forward'): Locator =>
  page.getByRole('dialog', { name: new RegExp(`^${kind}: `) });
const textOf = (drawer: Locator): Locator => drawer.getByRole('textbox', { name: 'Message' });

test(
  'a mail is answered by keyboard from the drawer, its draft outlives a reload, and Undo brings it back',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Drawer Devi');
    const asked = await customer.mails({ subject: 'मेरा ऑर्डर', text: 'Where is it?', html: HOSTILE });
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.showAll();
    await asha.openTicketOf(customer.name);
    const { page } = asha;
    const { keyboard } = page;

    await press(page, asha.conversation.getByRole('button', { name: 'Reply', exact: true }));
    const drawer = drawerOf(asha, 'Reply');
    await expect(textOf(drawer)).toBeFocused();
    await expect(drawer.getByRole('textbox', { name: 'Subject' })).toHaveValue('Re: मेरा ऑर्डर');
    await keyboard.press('ControlOrMeta+b');
    await keyboard.type('Packed');
    await keyboard.press('ControlOrMeta+b');
    await keyboard.type(' today');
    await press(page, drawer.getByRole('button', { name: 'Show quoted text' }));
    await expect(drawer.frameLocator('iframe').getByText('Where is it?')).toBeVisible();
    await expect(drawer).toContainText(/On .* UTC, .* wrote:/);
    expect(await violations(page)).toEqual([]);
    await keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);

    await page.reload();
    await asha.isLive();
    await press(page, asha.conversation.getByRole('button', { name: 'Reply', exact: true }));
    await expect(textOf(drawer)).toHaveText('Packed today');
    await expect(textOf(drawer)).toBeFocused();
    await keyboard.press('ControlOrMeta+Enter');
    await expect(drawer).toHaveCount(0);
    const undo = page.getByRole('button', { name: `Undo sending to ${customer.name}` });
    await expect(undo).toBeVisible();
    // However busy the machine is, it does not leave meanwhile.
    await holdOutbox(inbox);
    await press(page, undo);
    await expect(textOf(drawer)).toHaveText('Packed today');
    await reach(page, 'Tab', drawer.getByRole('button', { name: 'Send', exact: true }));
    await keyboard.press('Enter');
    await expect(drawer).toHaveCount(0);

    const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address));
    await expect.poll(() => arrived().length, { timeout: 40_000 }).toBe(1);
    const [mail] = arrived();
    expect(mail).toMatchObject({ subject: 'Re: मेरा ऑर्डर', inReplyTo: asked, to: [customer.address] });
    expect(mail?.text).toMatch(/^Packed today\s+On .* UTC, .* wrote:\s+> Where is it\?/);
    expect(mail?.raw.toString()).not.toMatch(/tracker\.example|evil\.example|hacked|<script|<form|position:/);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  },
);

test('a mail is handed on with its files but for one, and discarded only after a question', async ({ inbox, open }) => {
  const customer = inbox.customer('Forwarded Farid');
  const files = [PDF, { ...PDF, filename: 'label.pdf' }];
  await customer.mails({ subject: 'Broken', text: 'It came broken', attachments: files });
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const { page } = asha;
  const forward = () => asha.conversation.getByRole('button', { name: 'Forward', exact: true }).click();

  await forward();
  const drawer = drawerOf(asha, 'Forward');
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Recipient mail should not be empty').first()).toBeVisible();
  await textOf(drawer).click();
  await page.keyboard.type('Never mind');
  await drawer.getByRole('button', { name: 'Discard', exact: true }).click();
  const ask = page.getByRole('dialog', { name: 'Discard Email ?' });
  expect(await violations(page)).toEqual([]);
  await ask.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(drawer).toHaveCount(0);

  await forward();
  await expect(textOf(drawer)).toHaveText('');
  await drawer.getByRole('combobox', { name: 'To', exact: true }).fill('fast@courier.example,');
  await drawer.getByRole('combobox', { name: 'To', exact: true }).press('Enter');
  await drawer.getByRole('button', { name: 'Remove label.pdf of the original' }).click();
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes('fast@courier.example'));
  await expect.poll(() => arrived().length, { timeout: 40_000 }).toBe(1);
  expect(arrived()[0]).toMatchObject({ subject: 'Fwd: Broken', to: ['fast@courier.example'] });
  const raw = arrived()[0]?.raw.toString() ?? '';
  expect(raw).toContain('bill.pdf');
  expect(raw).not.toContain('label.pdf');
});

test('a signature stands below a new mail, goes out with it, and stays away once it was taken out', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Signed Sana');
  await customer.mails({ subject: 'Thanks', text: 'Thank you' });
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const { page } = asha;
  const { keyboard } = page;
  const drawer = drawerOf(asha, 'Reply');
  const reply = () => asha.conversation.getByRole('button', { name: 'Reply', exact: true }).first().click();
  try {
    await reply();
    await expect(textOf(drawer)).toBeFocused();
    await keyboard.type('Welcome');
    await press(page, drawer.getByRole('button', { name: 'Signature' }));
    const dialog = page.getByRole('dialog', { name: 'Signature' });
    await dialog.getByRole('textbox', { name: 'Signature' }).click();
    await keyboard.type('Asha at Kurta House');
    expect(await violations(page)).toEqual([]);
    await press(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toHaveCount(0);
    await expect(textOf(drawer)).toContainText(/Welcome\s*Asha at Kurta House/);
    await textOf(drawer).press('ControlOrMeta+Enter');
    const arrived = () => inbox.simulator.mail.sent.filter(({ to }) => to.includes(customer.address));
    await expect.poll(() => arrived().length, { timeout: 40_000 }).toBe(1);
    expect(arrived()[0]?.text).toMatch(/^Welcome\s+Asha at Kurta House\s+On .* wrote:/);

    await reply();
    await expect(textOf(drawer)).toContainText('Asha at Kurta House');
    // The caret is above it, and stays there.
    await keyboard.type('Again');
    await expect(textOf(drawer)).toContainText(/^Again\s*Asha at Kurta House$/);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('Delete');
    await keyboard.type('Bare');
    await expect(drawer.getByText('Draft saved')).toBeVisible();
    await keyboard.press('Escape');
    await reply();
    await expect(textOf(drawer)).toHaveText('Bare');
  } finally {
    await withDatabase(inbox.dataDir, (db) => db.query('delete from mail_signatures'));
  }
});

test('the drawer is for everyone, in both themes and widths', async ({ inbox, open }) => {
  const customer = inbox.customer('Drawn Durga');
  await customer.mails({ subject: 'Size', text: 'Which size?', html: '<p>Which <b>size</b>?</p>' });
  const asha = await open(inbox.asha, { viewport: { width: 360, height: 800 } });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.conversation.getByRole('button', { name: 'Reply', exact: true }).click();
  const drawer = drawerOf(asha, 'Reply');
  await expect(textOf(drawer)).toBeFocused();
  await asha.page.keyboard.type('Medium');
  await expect(drawer.getByText('Draft saved')).toBeVisible();
  await drawer.getByRole('button', { name: 'Show quoted text' }).click();
  await isForEveryone(asha.page, async () => {
    await expect(textOf(drawer)).toHaveText('Medium');
    await expect(drawer.frameLocator('iframe').getByText('Which size?')).toBeVisible();
  });
});
