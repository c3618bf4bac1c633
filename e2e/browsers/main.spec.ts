import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoMedia, samplePdf } from '@inbox/simulate';
import type { Inbox } from '../harness/inbox';
import type { Customer } from '../harness/customer';
import { CUT_OFF, expect, test } from './test';

/** A step that goes through the outbox, or to another page. */
const PATIENCE = { timeout: 30_000 };

/** What has reached a customer's phone. */
function receivedBy(inbox: Inbox, { phone }: Customer) {
  return inbox.simulator.graph.sent.filter(({ to }) => to.replace(/\D/g, '') === phone);
}

test('an agent signs in by the form, sees what comes in, opens it, and answers', async ({
  window,
  desk,
  inbox,
  line,
}) => {
  const customer = inbox.customer('Rohit Kumar');
  await window.goto(line.url);
  await desk.signIn(inbox.asha);
  await desk.connectionSays('Live');
  await desk.showUnassigned();
  await customer.writes('Where is my order 10482?');
  await desk.row(customer.name).says('Where is my order 10482?');
  await desk.row(customer.name).has('data-unread', 'true');

  await desk.open(customer.name);
  await desk.bubble('Where is my order 10482?').shows('the message');
  await customer.writes('It is a red one.');
  await desk.bubble('It is a red one.').shows('the second message');

  await desk.types('It arrives today, Rohit.');
  await window.press('Enter');
  await desk.bubble('It arrives today, Rohit.').has('data-status', 'sent');
  await desk.replyBox.shows('is empty', ({ value }) => value === '');
  expect(receivedBy(inbox, customer).map(({ text }) => text)).toEqual(['It arrives today, Rohit.']);
  await customer.reports(receivedBy(inbox, customer)[0]!, 'read');
  await desk.bubble('It arrives today, Rohit.').has('data-status', 'seen');
});

test('a mail shows as it was written, in a frame as high as itself', async ({ desk, inbox, arrive }) => {
  const customer = inbox.customer('Vikram Mehta');
  const lines = Array.from({ length: 40 }, (_, index) => `<p style="color: #204060">Line ${index + 1}</p>`);
  await customer.mails({ subject: 'Invoice of order 77', text: 'Plain', html: `<h1>Invoice</h1>${lines.join('')}` });
  await arrive(inbox.asha);
  await desk.showUnassigned();
  await desk.open(customer.name);
  const frame = desk.conversation.css('iframe');
  await frame.shows('the whole mail', ({ frameText }) => /^Invoice\b[\s\S]*\bLine 40$/.test(frameText.trim()));
  await frame.shows('its whole height', ({ height }) => height > 40 * 16);
});

test('a draft and the file chosen with it come through a reload, and both are sent', async ({
  window,
  desk,
  inbox,
  arrive,
}) => {
  const customer = inbox.customer('Meena Pillai');
  const folder = await mkdtemp(join(tmpdir(), 'inbox-browsers-'));
  const file = join(folder, 'invoice-10482.pdf');
  await writeFile(file, samplePdf(['Invoice 10482']));
  const picture = demoMedia('4711').bytes;
  inbox.simulator.graph.addMedia('4711', { bytes: picture, mimeType: 'image/png' });
  await customer.sends({
    type: 'image',
    image: { id: '4711', mime_type: 'image/png', sha256: '', caption: 'My house' },
  });
  await arrive(inbox.asha);
  await desk.showUnassigned();
  await desk.open(customer.name);
  await desk
    .bubble('My house')
    .css('img')
    .shows('the picture', ({ naturalWidth }) => naturalWidth > 0);

  await desk.types('Here it is');
  await desk.page.css('[data-attach-input]').choose(file);
  await desk.maySend();
  await window.reload();
  await desk.replyBox.shows('the draft', ({ value }) => value === 'Here it is');
  await desk.reply.says('invoice-10482.pdf');
  await desk.types(', Meena.');
  await desk.maySend();
  await window.press('Enter');
  await desk.bubble('Here it is, Meena.').has('data-status', 'sent');
  await desk.bubble('Here it is, Meena.').says('invoice-10482.pdf');
  expect(receivedBy(inbox, customer)).toMatchObject([{ text: 'Here it is, Meena.' }]);
  await rm(folder, { recursive: true });
});

test.describe('with a line that is cut', () => {
  test.use({ expected: CUT_OFF });

  test('off line a reply waits, and goes out once when the line is back', async ({
    window,
    desk,
    inbox,
    line,
    arrive,
  }) => {
    const customer = inbox.customer('Remote Radha');
    await customer.writes('Before the tunnel');
    await arrive(inbox.asha);
    await desk.read(customer.name, 'Before the tunnel');

    line.cut();
    await desk.connectionSays('Offline since');
    await desk.types('Typed in the tunnel');
    await window.press('Enter');
    await desk.bubble('Typed in the tunnel').has('data-status', 'sending');
    await customer.writes('Written meanwhile');
    line.mend();
    await desk.bubble('Written meanwhile').shows('what came meanwhile');
    await desk.bubble('Typed in the tunnel').has('data-status', 'sent');
    await desk.connectionSays('Live');
    expect(receivedBy(inbox, customer).map(({ text }) => text)).toEqual(['Typed in the tunnel']);
  });
});

test('the keyboard alone searches, opens, reads on, answers and finds a command', async ({
  window,
  desk,
  inbox,
  arrive,
}) => {
  const [first, second] = [inbox.customer('Tabbed Tanvi'), inbox.customer('Tabbed Tejas')];
  await first.writes('I am the first');
  await second.writes('I am the second');
  await arrive(inbox.asha);

  // Keys are listened to once the list has loaded.
  const search = desk.list.role('searchbox');
  await expect(async () => {
    await window.press('/');
    await search.shows('has the focus', ({ isFocused }) => isFocused, { timeout: 1_000 });
  }).toPass(PATIENCE);
  await window.press('Control', 'a');
  await window.type('Tabbed T');
  await window.press('Enter');
  // The newest is on top.
  await desk.row(second.name).shows('found');
  await desk.tabTo(desk.row(second.name));
  await window.press('Enter');
  await desk.conversation.role('heading').says(second.name);
  await window.press('j');
  await desk.conversation.role('heading').says(first.name);
  await desk.bubble('I am the first').shows('the message');
  await desk.replyBox.shows('the box');

  await window.press('r');
  await desk.replyBox.shows('has the focus', ({ isFocused }) => isFocused);
  await window.type('jkr are letters here');
  await window.press('Enter');
  await desk.bubble('jkr are letters here').has('data-status', 'sent');
  await window.press('Control', 'k');
  const palette = desk.page.role('dialog', 'Command palette');
  await palette.role('combobox').shows('has the focus', ({ isFocused }) => isFocused);
  await window.press('Escape');
  await palette.isGone();
});

test('signing out ends the session, and the way back leads to the sign-in page', async ({
  window,
  desk,
  inbox,
  line,
}) => {
  await window.goto(line.url);
  await desk.signIn(inbox.leela);
  await desk.connectionSays('Live');
  await desk.page.role('button', { pattern: '^Your status' }).click();
  await desk.page.css('[role^=menuitem]').containing('Logout').click();
  await expect.poll(() => window.url(), PATIENCE).toContain('/main-site/login');
  await window.goto(`${line.url}/inbox/tickets`);
  await expect.poll(() => window.url(), PATIENCE).toContain('/main-site/login');
});
