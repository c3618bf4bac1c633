import { randomUUID } from 'node:crypto';
import { postSigned } from '@inbox/simulate';
import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';

const STATUS = /\/panels\/status\//;

// How the channel answers is one for all shops of an inbox.
test.use({ ownInbox: {} });

test('a store admin sees what failed and sends it again, and reads what was not understood', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Stuck Sabiha');
  await customer.writes('Is it on its way?');
  const asha = ['--merchant', inbox.asha.merchant, '--email', inbox.asha.email];
  await inbox.admin(['agent', 'set', ...asha, '--store-admin', 'yes']);
  const admin = await open(inbox.asha, { viewport: { width: 1280, height: 800 } });
  const { page } = admin;
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await admin.showAll();
  await admin.openTicketOf(customer.name);
  inbox.simulator.graph.answerWith('refuse');
  await admin.send('It is, Sabiha.');
  await expect(admin.bubble('It is, Sabiha.')).toHaveAttribute('data-status', 'not_sent');
  inbox.simulator.graph.answerWith('accept');
  const { whatsapp } = inbox.shop;
  const nonsense = `nonsense ${randomUUID()}`;
  const value = { metadata: { phone_number_id: whatsapp.phone_number_id }, messages: [{ nonsense }] };
  const entry = [{ id: whatsapp.business_id, changes: [{ field: 'messages', value }] }];
  await postSigned(inbox.url, whatsapp.app_secret, { object: 'whatsapp_business_account', entry });
  expect(files.filter((url) => STATUS.test(url))).toEqual([]);

  const button = page.getByRole('button', { name: 'Inbox status', exact: true });
  await button.press('Enter');
  const status = page.getByRole('region', { name: 'Inbox status' });
  await expect(status.getByText(/^To look at: .*not sent.*not understood/)).toBeVisible();
  const unsent = status.getByRole('region', { name: 'On its way out' }).getByRole('listitem');
  await expect(unsent).toContainText('Recipient phone number not in allowed list');
  const letter = status.getByRole('region', { name: 'Not understood' }).getByRole('listitem');
  await letter.getByRole('button', { name: 'Show the raw text' }).press('Enter');
  await expect(letter.getByRole('region', { name: 'Raw text' })).toContainText(nonsense);
  await letter.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(letter.getByRole('alert')).not.toBeEmpty();

  const permissions = status.getByRole('region', { name: 'Permissions' });
  await expect(permissions.getByRole('row', { name: inbox.asha.full_name })).toContainText(
    'change and export quick replies, store admin',
  );

  const audit = status.getByRole('region', { name: 'Who did what' });
  await audit.getByLabel('What').fill('dead_letter');
  await audit.getByRole('button', { name: 'Search' }).press('Enter');
  await expect(audit.getByRole('row').nth(1)).toContainText(`${inbox.asha.full_name}dead_letter.tried`);

  const look = async (width: number) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(status).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`status-${width}-${colorScheme}.png`) });
    }
  };
  await look(1280);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await status.getByRole('heading', { name: 'Inbox status' }).scrollIntoViewIfNeeded();
  await look(1920);

  await unsent.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(status.getByText('Recipient phone number not in allowed list', { exact: false }).first()).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(status).toBeHidden();
  await expect(admin.bubble('It is, Sabiha.')).toHaveAttribute('data-status', 'sent');
  expect(inbox.simulator.graph.sent.filter(({ text }) => text === 'It is, Sabiha.')).toHaveLength(1);

  await page.setViewportSize({ width: 360, height: 800 });
  await button.press('Enter');
  await look(360);

  // Taken away, the button goes from the open page; whoever is no admin never loads any of it.
  await inbox.admin(['agent', 'set', ...asha, '--store-admin', 'no']);
  await expect(button).toHaveCount(0);
});
