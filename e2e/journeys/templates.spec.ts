import { isForEveryone, violations } from '../harness/accessibility';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { setTemplateStatus } from '../harness/template-status';
import { core, expect, test } from '../harness/test';

const DAYS_AGO = 3 * 86_400_000;
const EXPIRED = 'Ticket has expired. Please send a template message by clicking here.';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function openExpired(inbox: Inbox, asha: InboxScreen, name: string) {
  const customer = inbox.customer(name);
  await customer.writes('Where is my stole?', { at: new Date(Date.now() - DAYS_AGO) });
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await expect(asha.reply).toContainText(EXPIRED);
  return customer;
}
const picker = ({ page }: InboxScreen) => page.getByRole('dialog', { name: 'Send Whatsapp Template' });
const choose = async (asha: InboxScreen, name: string) => {
  await asha.reply.getByRole('link', { name: 'clicking here' }).click();
  await picker(asha)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  const modal = asha.page.getByRole('dialog', { name });
  await expect(modal).toBeVisible();
  return modal;
};
test(
  'on an expired ticket a template is chosen, filled in and sent by keyboard, and arrives with its values',
  core,
  async ({ inbox, open }) => {
    const asha = await open(inbox.asha);
    const { page } = asha;
    const customer = await openExpired(inbox, asha, 'Patient Prema');

    await asha.reply.getByRole('link', { name: 'clicking here' }).focus();
    await page.keyboard.press('Enter');
    await expect(picker(asha).getByRole('searchbox')).toBeFocused();
    await expect(picker(asha).getByRole('list', { name: 'Templates' }).getByRole('button')).toHaveCount(5);
    await expect(picker(asha)).toContainText('Carousel templates are not supported.');
    await expect(picker(asha)).toContainText('with the Initiate Chat event.');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('ON_ITS');
    await press(page, picker(asha).getByRole('button', { name: /^order_on_its_way/ }));

    const modal = page.getByRole('dialog', { name: 'order_on_its_way' });
    await expect(modal.getByRole('combobox', { name: 'Header {{1}}' })).toBeFocused();
    await expect(modal.getByRole('button', { name: 'Send' })).toBeDisabled();
    await page.keyboard.type('#77');
    await reach(page, 'Tab', modal.getByRole('combobox', { name: '{{1}}', exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect(modal.getByRole('option', { name: /First name/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(modal.getByRole('combobox', { name: '{{1}}', exact: true })).toHaveValue('Patient');
    await reach(page, 'Tab', modal.getByRole('combobox', { name: '{{2}}' }));
    await page.keyboard.type('KT-1');
    await reach(page, 'Tab', modal.getByRole('combobox', { name: /Track order/ }));
    await page.keyboard.type('abc');
    const preview = modal.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('Hello Patient, your order KT-1 is on its way.');
    await expect(preview).toContainText('https://track.example/abc');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');

    await expect(page.getByText(`Message has been sent to #${asha.ticketId}`)).toBeVisible();
    await expect(modal).toHaveCount(0);
    const bubble = asha.bubble('Hello Patient, your order KT-1 is on its way.');
    await expect(bubble).toHaveCount(1);
    await expect(bubble.getByRole('button', { name: 'Track order' })).toBeDisabled();
    const arrived = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
    await expect
      .poll(() => arrived().map(({ template }) => template))
      .toEqual([
        {
          name: 'order_on_its_way',
          language: 'en',
          header: 'Order #77',
          text: 'Hello Patient, your order *KT-1* is on its way. Write to us here with any question.',
          buttons: ['abc'],
          media: null,
        },
      ]);
    await customer.reports(arrived()[0]!, 'delivered');
    await expect(bubble).toHaveAttribute('data-status', 'delivered');
    // Until the customer answers, only templates may go on.
    await expect(asha.reply).toContainText(EXPIRED);
    await customer.writes('Thank you!');
    await expect(asha.replyBox).toBeVisible();
  },
);

test('a colleague sees it live, and a template with a picture brings the picture', async ({ inbox, open }) => {
  const asha = await open(inbox.asha);
  const customer = await openExpired(inbox, asha, 'Festive Firoza');
  const ravi = await open(inbox.ravi);
  await ravi.showAll();
  await ravi.openTicketOf(customer.name);

  const modal = await choose(asha, 'festive_offer');
  await modal.getByRole('combobox', { name: '{{1}}' }).fill('Firoza');
  await modal.getByRole('combobox', { name: /Copy offer code/ }).fill('DIWALI25');
  await expect(modal.getByRole('button', { name: 'Send' })).toBeDisabled();
  const picture = { name: 'stoles.png', mimeType: 'image/png', buffer: PIXEL };
  await modal.getByLabel('Choose an image').setInputFiles({ ...picture, name: 'a.mp4', mimeType: 'video/mp4' });
  await expect(modal.getByRole('alert')).toHaveText('File a.mp4 has a type video/mp4 which is not supported');
  await modal.getByLabel('Choose an image').setInputFiles(picture);
  await modal.getByRole('button', { name: 'Send' }).dblclick();
  await expect(modal).toHaveCount(0);

  await expect(ravi.bubble('our festive collection is here.')).toHaveCount(1);
  await expect(ravi.bubble('our festive collection is here.').getByRole('img').first()).toBeVisible();
  const arrived = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
  await expect
    .poll(() => arrived().map(({ template, file }) => [template?.buttons, file]))
    .toEqual([[['DIWALI25'], 'image']]);
  expect(inbox.simulator.graph.media(arrived()[0]?.media_id ?? '')?.bytes).toEqual(PIXEL);
});

test.describe('where the channel refuses', () => {
  // How the channel answers is one for all shops of an inbox.
  test.use({ ownInbox: {} });

  test('what WhatsApp has paused meanwhile says so with the target; what it refuses says so at the bubble', async ({
    inbox,
    open,
    guard,
  }) => {
    guard.expects(/status of 409/);
    const asha = await open(inbox.asha);
    const customer = await openExpired(inbox, asha, 'Paused Padma');
    const modal = await choose(asha, 'we_are_here');
    await modal.getByRole('combobox', { name: '{{customer_name}}' }).fill('Padma');
    await modal.getByRole('combobox', { name: '{{agent_name}}' }).fill('Asha');
    await setTemplateStatus(inbox, 'we_are_here', 'PAUSED');
    await modal.getByRole('button', { name: 'Send' }).click();
    await expect(
      asha.page.getByText(`The template 'we_are_here' is paused by WhatsApp. #${asha.ticketId}`),
    ).toBeVisible();
    await expect(modal).toBeVisible();

    await setTemplateStatus(inbox, 'we_are_here', 'APPROVED');
    inbox.simulator.graph.answerWith('refuse');
    await modal.getByRole('button', { name: 'Send' }).click();
    await expect(modal).toHaveCount(0);
    const bubble = asha.bubble('Hello Padma, this is Asha.');
    await expect(bubble).toHaveAttribute('data-status', 'not_sent');
    await expect(bubble).toContainText('Recipient phone number not in allowed list');
    inbox.simulator.graph.answerWith('accept');
    await bubble.getByRole('button', { name: 'Retry' }).click();
    await expect(bubble).toHaveAttribute('data-status', 'sent');
    const arrived = inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
    expect(arrived.map(({ template }) => template?.text)).toEqual([
      'Hello Padma, this is Asha. May we go on with your question?',
    ]);
  });
});

test('picker and modal are for everyone, in both themes and at any width', async ({ inbox, open }) => {
  const asha = await open(inbox.asha);
  await openExpired(inbox, asha, 'Narrow Nita');
  await asha.page.setViewportSize({ width: 360, height: 740 });
  await asha.reply.getByRole('link', { name: 'clicking here' }).click();
  await isForEveryone(asha.page, () => expect(picker(asha).getByRole('list', { name: 'Templates' })).toBeVisible());
  await picker(asha)
    .getByRole('button', { name: /^order_on_its_way/ })
    .click();
  const modal = asha.page.getByRole('dialog', { name: 'order_on_its_way' });
  await modal.getByRole('combobox', { name: '{{2}}' }).fill('KT-1');
  await modal.getByRole('combobox', { name: '{{2}}' }).press('ArrowDown');
  await isForEveryone(asha.page, () => expect(modal.getByRole('listbox')).toBeVisible());
});
