import type { SentMail } from '@inbox/simulate';
import { core, expect, test } from '../harness/test';

/** The file that came with a mail, as its reader opens it. */
function fileOf({ raw }: SentMail): string {
  const part =
    raw
      .toString()
      .split(/\r\n--/)
      .find((each) => /filename=/.test(each)) ?? '';
  const [, ...body] = part.split('\r\n\r\n');
  return Buffer.from(body.join(''), 'base64').toString();
}

test(
  'tickets are chosen, handed over and closed together by keyboard alone, and what fails is told',
  core,
  async ({ inbox, open }) => {
    const customers = ['Bulk Bina', 'Bulk Bala', 'Bulk Bodhi'].map((name) => inbox.customer(name));
    for (const customer of customers) await customer.writes('Please look after me');
    const [bina, bala, bodhi] = customers.map(({ name }) => name) as [string, string, string];
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.list.getByRole('tab', { name: /^Unassigned/ }).click();
    await asha.leaveList();
    // The newest is on top.
    await expect(asha.row(bodhi)).toBeVisible();
    const { keyboard } = asha.page;
    const bar = asha.list.getByRole('group', { name: 'Chosen tickets' });

    await asha.row(bodhi).focus();
    await keyboard.press('Shift+ArrowDown');
    await expect(bar).toContainText('2 chosen');
    await bar.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect(asha.page.getByText('Tickets are not yet assigned to be closed.')).toBeVisible();
    await bar.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await asha.list.getByRole('button', { name: 'assign me', exact: true }).press('Enter');
    await expect(asha.page.getByText('Tickets have been assigned to Asha Menon')).toBeVisible();

    await expect(asha.row(bala)).toHaveCount(0);
    await asha.row(bina).focus();
    await keyboard.press('Space');
    await bar.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await asha.list.getByRole('button', { name: 'Ravi Nair', exact: true }).press('Enter');
    await expect(asha.page.getByText(/#\d+ has been assigned to Ravi Nair/)).toBeVisible();

    // Two are hers to close, the third is nobody's yet.
    const late = inbox.customer('Bulk Bhavna');
    await late.writes('And me, please');
    const search = asha.list.getByRole('searchbox');
    await search.fill('Bulk B');
    await search.press('Enter');
    await expect(asha.row(late.name)).toBeVisible();
    await expect(asha.row(bodhi)).toBeVisible();
    await asha.row(bodhi).focus();
    await keyboard.press('Control+a');
    await expect(bar).toContainText('3 chosen');
    await bar.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect(asha.list.getByText('2 done, 1 could not be changed')).toBeVisible();
    const failed = asha.list.getByRole('list', { name: 'Tickets that could not be changed' });
    await expect(failed.getByRole('listitem')).toContainText('Tickets are not yet assigned to be closed.');
    await failed.getByRole('link').press('Enter');
    await expect(asha.conversation.getByRole('heading', { name: late.name })).toBeVisible();
    await asha.list.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(failed).toHaveCount(0);
  },
);

test('a report of what the list shows arrives by mail', async ({ inbox, open }) => {
  const customer = inbox.customer('Reported Rekha =1+1');
  await customer.writes('=2+2 is what I ask');
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.list.getByRole('tab', { name: /^Unassigned/ }).click();
  await asha.leaveList();
  await expect(asha.row(customer.name)).toBeVisible();

  await asha.list.getByRole('button', { name: 'More of the list' }).press('Enter');
  await asha.page.getByRole('menuitem', { name: 'Export conversations' }).press('Enter');
  const dialog = asha.page.getByRole('dialog', { name: 'Export conversations' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  await expect(asha.page.getByText('Report will be emailed shortly.')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const mail = () => inbox.simulator.mail.sent.find(({ to }) => to.includes(inbox.asha.email));
  await expect.poll(mail).toBeDefined();
  const csv = fileOf(mail()!);
  expect(csv.startsWith('\uFEFFTicket,Customer,Phone')).toBe(true);
  const line = csv.split('\r\n').find((each) => each.includes('Reported Rekha'));
  // What begins like a formula is text.
  expect(line).toContain(`,'+${customer.phone},`);
  expect(line).toContain(",'=2+2 is what I ask");
});
