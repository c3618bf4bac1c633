import type { Page } from '@playwright/test';
import { holdCall } from '../harness/hold-call';
import type { InboxScreen } from '../harness/inbox-screen';
import { core, expect, test } from '../harness/test';

const PDF = { name: 'rohit.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
const attached = ({ reply }: InboxScreen) => reply.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const attach = ({ page }: InboxScreen) => page.locator('[data-attach-input]').setInputFiles(PDF);

/** How many files the browser's own database keeps for the conversation panel. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('The database does not answer'));
      });
    const found = (await indexedDB.databases()).find(({ name }) =>
      /^inbox\.conversation\.\d+\.files$/.test(name ?? ''),
    );
    if (found?.name === undefined) return 0;
    const database = await answer(indexedDB.open(found.name));
    const kept = await answer(database.transaction('files').objectStore('files').count());
    database.close();
    return kept;
  });

/** Two ways to another ticket. */
const ways = {
  'a click': (screen: InboxScreen, customer: string) => screen.row(customer).click(),
  'the keyboard': (screen: InboxScreen, customer: string) => screen.row(customer).press('Enter'),
} as const;
const cases = (['request', 'answer'] as const).flatMap((at) =>
  (Object.keys(ways) as (keyof typeof ways)[]).map((way) => ({ at, way })),
);

for (const { at, way } of cases) {
  const where = at === 'request' ? 'before the inbox has it' : 'before the page hears of it';

  test(`a reply and a draft left by ${way} ${where} stay with their ticket`, core, async ({ inbox, open }) => {
    const [left, other] = [inbox.customer(`Left ${at} ${way}`), inbox.customer(`Other ${at} ${way}`)];
    await Promise.all([left.writes('Mine?'), other.writes('And mine?')]);
    const asha = await open(inbox.asha);
    await asha.showAll();
    await asha.openTicketOf(other.name);
    await asha.replyBox.fill('Only for the other one');
    const go = (customer: string) => ways[way](asha, customer);
    await asha.openTicketOf(left.name);

    const call = await holdCall(asha.page, '**/api/inbox/ticket/reply/', at);
    await asha.send('Only for the one that is left');
    await asha.replyBox.fill('Written after it');
    await call.requested;
    await go(other.name);
    await expect(asha.replyBox).toHaveValue('Only for the other one');
    await expect(asha.bubble('Only for')).toHaveCount(0);
    const answered = asha.page.waitForResponse('**/api/inbox/ticket/reply/');
    call.release();
    await answered;
    await expect(asha.bubble('Only for')).toHaveCount(0);
    await expect(asha.replyBox).toHaveValue('Only for the other one');

    await go(left.name);
    await expect(asha.replyBox).toHaveValue('Written after it');
    await expect(asha.bubble('Only for the one that is left')).toHaveCount(1);
    await expect(asha.bubble('Only for the one that is left')).toHaveAttribute('data-status', 'sent');
    const received = (phone: string) =>
      inbox.simulator.graph.sent.filter(({ to }) => to === phone).map(({ text }) => text);
    expect(received(left.phone)).toEqual(['Only for the one that is left']);
    expect(received(other.phone)).toEqual([]);
  });

  test(`a file left by ${way} ${where} ends in the draft of its ticket`, async ({ inbox, open }) => {
    const [left, other] = [inbox.customer(`Filed ${at} ${way}`), inbox.customer(`Empty ${at} ${way}`)];
    await Promise.all([left.writes('The bill?'), other.writes('No bill!')]);
    const asha = await open(inbox.asha);
    await asha.showAll();
    await asha.openTicketOf(other.name);
    await asha.openTicketOf(left.name);

    const media = '**/api/inbox/conversations/*/media/';
    const call = await holdCall(asha.page, media, at);
    await attach(asha);
    await call.requested;
    await ways[way](asha, other.name);
    await expect(asha.conversation.getByRole('heading', { name: other.name })).toBeVisible();
    await expect(attached(asha)).toHaveCount(0);
    const answered = asha.page.waitForResponse(media);
    call.release();
    await answered;
    await asha.send('Nothing with this');
    await expect(asha.bubble('Nothing with this')).toHaveAttribute('data-status', 'sent');
    await expect(attached(asha)).toHaveCount(0);

    await ways[way](asha, left.name);
    await expect(asha.reply.getByRole('button', { name: 'Remove rohit.pdf' })).toBeVisible();
    await asha.send('The bill');
    await expect(asha.bubble('The bill').last()).toHaveAttribute('data-status', 'sent');
    const received = (phone: string) =>
      inbox.simulator.graph.sent.filter(({ to }) => to === phone).map(({ file }) => file);
    await expect.poll(() => received(left.phone)).toEqual(['document']);
    expect(received(other.phone)).toEqual([null]);
  });
}

test('a file whose upload a reload cuts short is there again, goes on, and is sent once', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/net::ERR_/, /Failed to load resource/);
  const customer = inbox.customer('Patient Padma');
  await customer.writes('The bill?');
  const asha = await open(inbox.asha);
  await asha.showAll();
  await asha.openTicketOf(customer.name);

  const call = await holdCall(asha.page, '**/api/inbox/conversations/*/media/', 'request');
  await asha.replyBox.fill('Here, Padma.');
  await attach(asha);
  await call.requested;
  await expect.poll(() => storedFiles(asha.page)).toBe(1);
  await asha.page.reload();
  await expect(asha.reply.getByRole('progressbar', { name: 'Upload of rohit.pdf' })).toBeVisible();
  // What is not there yet is not left out of the reply.
  await asha.replyBox.press('Enter');
  await expect(asha.replyBox).toHaveValue('Here, Padma.');

  call.release();
  await expect(asha.reply.getByRole('button', { name: 'Remove rohit.pdf' })).toBeVisible();
  await asha.replyBox.press('Enter');
  await expect(asha.bubble('Here, Padma.')).toHaveAttribute('data-status', 'sent');
  const received = () => inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
  expect(received()).toMatchObject([{ file: 'document' }]);
  await expect.poll(() => storedFiles(asha.page)).toBe(0);
});
