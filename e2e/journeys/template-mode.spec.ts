import type { Locator } from '@playwright/test';
import { isForEveryone, violations } from '../harness/accessibility';
import type { InboxScreen } from '../harness/inbox-screen';
import { command, press, reach } from '../harness/keyboard';
import { setTemplateStatus } from '../harness/template-status';
import { expect, test } from '../harness/test';

const modeOf = ({ page }: InboxScreen): Locator => page.getByRole('region', { name: 'Send Whatsapp Template' });
const phoneIn = (mode: Locator): Locator => mode.getByRole('textbox', { name: /Phone number/ });

test('from the add menu a template goes to a phone number, by keyboard alone', async ({ inbox, open }) => {
  const asha = await open(inbox.asha);
  await asha.isLive();
  const { page } = asha;
  const customer = inbox.customer('Template Tara');
  const digits = customer.phone.slice(-10);

  await press(page, asha.list.getByRole('button', { name: 'Add', exact: true }));
  await expect(page.getByRole('menuitem', { name: 'Send Whatsapp Template' })).toBeFocused();
  await page.keyboard.press('Enter');
  const mode = modeOf(asha);
  await expect(phoneIn(mode)).toBeFocused();
  await page.keyboard.type(`+91 ${digits}`);
  await expect(phoneIn(mode)).toHaveValue(digits);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(mode.getByRole('searchbox')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('WE_ARE');
  await press(page, mode.getByRole('button', { name: /^we_are_here/ }));
  const modal = page.getByRole('dialog', { name: 'we_are_here' });
  await expect(modal.getByRole('combobox', { name: '{{customer_name}}' })).toBeFocused();
  await page.keyboard.type('Tara');
  await reach(page, 'Tab', modal.getByRole('combobox', { name: '{{agent_name}}' }));
  await page.keyboard.type('Asha');
  await page.keyboard.press('Enter');

  await expect(page.getByText(`Message has been sent to ${digits}`)).toBeVisible();
  await expect(mode).toHaveCount(0);
  await expect(asha.list.getByRole('button', { name: 'Add', exact: true })).toBeFocused();
  const arrived = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
  await expect
    .poll(() => arrived().map(({ template }) => template?.text))
    .toEqual(['Hello Tara, this is Asha. May we go on with your question?']);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(asha.bubble('Hello Tara, this is Asha.')).toHaveCount(1);
});

test('an open modal follows what WhatsApp decides, and the server refuses what is paused', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/status of 409/);
  const asha = await open(inbox.asha);
  await asha.isLive();
  const known = inbox.customer('Known Kavya');
  await known.writes('Hello');
  const digits = known.phone.slice(-10);
  await command(asha.page, 'Send Whatsapp Template');
  const mode = modeOf(asha);
  // As an address book copies it: with marks of direction, a no-break space and a hyphen of its own.
  await phoneIn(mode).fill(`\u202a+91\u00a0${digits.slice(0, 5)}\u2011${digits.slice(5)}\u202c`);
  await expect(phoneIn(mode)).toHaveValue(digits);
  await expect(mode.getByText(`To +91${digits}, Known Kavya`)).toBeVisible();
  await phoneIn(mode).fill('');
  await phoneIn(mode).fill(digits);
  await expect(mode.getByText(`To ${digits}, Known Kavya`)).toBeVisible();
  await mode.getByRole('button', { name: 'Next' }).click();
  const offered = mode.getByRole('button', { name: /^we_are_here/ });
  await expect(offered).toBeVisible();
  await setTemplateStatus(inbox, 'we_are_here', 'PAUSED');
  await expect(offered).toHaveCount(0);
  await setTemplateStatus(inbox, 'we_are_here', 'APPROVED');
  await offered.click();
  const modal = asha.page.getByRole('dialog', { name: 'we_are_here' });
  await modal.getByRole('combobox', { name: '{{customer_name}}' }).press('ArrowDown');
  await modal.getByRole('option', { name: /First name/ }).click();
  await expect(modal.getByRole('combobox', { name: '{{customer_name}}' })).toHaveValue('Known');
  await modal.getByRole('combobox', { name: '{{agent_name}}' }).fill('Asha');
  await setTemplateStatus(inbox, 'we_are_here', 'PAUSED');
  await expect(modal.getByRole('alert')).toHaveText('WhatsApp has paused this template. It cannot be sent now.');
  await modal.getByRole('button', { name: 'Send' }).click();
  await expect(asha.page.getByText(`The template 'we_are_here' is paused by WhatsApp. ${digits}`)).toBeVisible();
  await setTemplateStatus(inbox, 'we_are_here', 'APPROVED');
  await expect(modal.getByRole('alert')).toHaveCount(0);
  await modal.getByRole('button', { name: 'Send' }).click();
  await expect(asha.page.getByText(`Message has been sent to ${digits}`)).toBeVisible();
  await expect.poll(() => inbox.simulator.graph.sent.filter(({ to }) => to === known.phone)).toHaveLength(1);
});

test('the mode is for everyone, in both themes and at any width', async ({ inbox, open }) => {
  const asha = await open(inbox.asha);
  const { page } = asha;
  await page.setViewportSize({ width: 360, height: 740 });
  await asha.list.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send Whatsapp Template' }).click();
  const mode = modeOf(asha);
  await phoneIn(mode).fill('98765x');
  await isForEveryone(page, () => expect(mode.getByRole('alert')).toHaveText('Enter a Valid Number'));
  await phoneIn(mode).fill('9876543210');
  await mode.getByRole('button', { name: 'Next' }).click();
  await isForEveryone(page, () => expect(mode.getByRole('list', { name: 'Templates' })).toBeVisible());
  await mode.getByRole('button', { name: 'Back to the phone number' }).click();
  await page.keyboard.press('Escape');
  await expect(mode).toHaveCount(0);
});
