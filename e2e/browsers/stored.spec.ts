import { CUT_OFF, expect, test } from './test';

// What a browser stores is what these journeys are about; the others see each call at the server.
test.use({
  settings: { INBOX_SERVICE_WORKER: 'yes' },
  expected: CUT_OFF,
});

/** The page of a release and the thread of a ticket are stored, so that a start needs no network. */
const IS_STORED = `(async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('inbox.files.'));
  const files = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
  if (!files.flat().some((url) => url.endsWith('?stored-page'))) return false;
  const answers = (await indexedDB.databases()).find(({ name }) => name.startsWith('inbox.answers.'));
  if (!answers) return false;
  const database = await new Promise((resolve) => {
    indexedDB.open(answers.name).onsuccess = ({ target }) => resolve(target.result);
  });
  return new Promise((resolve) => {
    database.transaction('answers').objectStore('answers').getAllKeys().onsuccess = ({ target }) => {
      database.close();
      resolve(target.result.some((key) => JSON.stringify(key).includes('content-v2')));
    };
  });
})()`;

test('without a network the inbox starts with what the browser has stored, and what is written then goes out later', async ({
  window,
  desk,
  inbox,
  line,
  arrive,
}) => {
  const customer = inbox.customer('Stored Stella');
  await customer.writes('Before the tunnel');
  await arrive(inbox.asha);
  await desk.read(customer.name, 'Before the tunnel');
  await expect.poll(() => window.read(IS_STORED)).toBe(true);

  line.cut();
  await window.goto(await window.url());
  await desk.bubble('Before the tunnel').shows('the message');
  await desk.row(customer.name).says('Before the tunnel');
  await desk.connectionSays('Offline since');
  await desk.types('Written in the tunnel');
  await window.press('Enter');
  await desk.bubble('Written in the tunnel').has('data-status', 'sending');
  await window.reload();
  await desk.bubble('Written in the tunnel').has('data-status', 'sending');
  line.mend();
  await desk.bubble('Written in the tunnel').has('data-status', 'sent');
  await desk.connectionSays('Live');
  const { sent } = inbox.simulator.graph;
  expect(sent.filter(({ text }) => text === 'Written in the tunnel')).toHaveLength(1);
});

test.describe('in a private window', () => {
  test.use({ isPrivate: true });

  test('the inbox works as without what browsers store for the next start', async ({
    window,
    desk,
    inbox,
    line,
    arrive,
  }) => {
    const customer = inbox.customer('Private Priya');
    await customer.writes('Do you keep this?');
    await arrive(inbox.asha);
    await desk.read(customer.name, 'Do you keep this?');
    await desk.types('Not in this window');
    await window.reload();
    await desk.bubble('Do you keep this?').shows('the message');
    await desk.replyBox.shows('the draft', ({ value }) => value === 'Not in this window');

    line.cut();
    await desk.connectionSays('Offline since');
    await desk.types(', no.');
    await window.press('Enter');
    await desk.bubble('Not in this window, no.').has('data-status', 'sending');
    line.mend();
    await desk.bubble('Not in this window, no.').has('data-status', 'sent');
    const { sent } = inbox.simulator.graph;
    expect(sent.filter(({ text }) => text === 'Not in this window, no.')).toHaveLength(1);
  });
});
