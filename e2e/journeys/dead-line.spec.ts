import { passTime, SOON } from '../faults/fault';
import { expect, test } from '../harness/test';
import { holdLine, type Line } from '../harness/line';
import type { InboxScreen } from '../harness/inbox-screen';

/** Half a minute without a word and a greeting that does not come: then the page knows that its line is dead. */
const aMinuteGoesBy = ({ page, connection }: InboxScreen): Promise<void> =>
  passTime(page, 46_000, () => expect(connection).toHaveText(/^Offline since \d{2}:\d{2}/, SOON));

/** The page tries to connect every five seconds. */
const isLiveAgain = ({ page, connection }: InboxScreen): Promise<void> =>
  passTime(page, 6_000, () => expect(connection).toHaveText('Live', SOON));

test('a minute of a dead line loses nothing and doubles nothing', async ({ inbox, open }) => {
  const customer = inbox.customer('Becalmed Wahida');
  await customer.writes('Message 1');
  let line!: Line;
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      await page.clock.install();
      line = await holdLine(page);
    },
  });
  const ravi = await open(inbox.ravi);
  for (const screen of [asha, ravi]) {
    await screen.isLive();
    await screen.showAll();
    await screen.openTicketOf(customer.name);
  }
  await expect(asha.bubble('Message 1')).toBeVisible();

  line.die();
  await customer.writes('Message 2');
  await customer.writes('Message 3');
  await expect(ravi.bubble('Message 3')).toBeVisible();
  await ravi.send('Answer 1');
  await expect(ravi.bubble('Answer 1')).toHaveAttribute('data-status', 'sent');
  await aMinuteGoesBy(asha);
  await customer.writes('Message 4');
  await expect(ravi.bubble('Message 4')).toBeVisible();
  await ravi.send('Answer 2');
  await expect(ravi.bubble('Answer 2')).toHaveAttribute('data-status', 'sent');

  line.mend();
  await isLiveAgain(asha);
  await expect(asha.bubble('Answer 2')).toBeVisible();
  await customer.writes('Message 5');
  await expect(asha.bubble('Message 5')).toBeVisible();
  await expect(asha.row(customer.name)).toHaveCount(1);
  await expect(asha.row(customer.name)).toContainText('Message 5');
  const expected = ['Message 1', 'Message 2', 'Message 3', 'Answer 1', 'Message 4', 'Answer 2', 'Message 5'];
  expect(await asha.messages()).toEqual(expected);
});

test('with the whole network gone a reply waits, and goes out once when the network is back', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/net::ERR_INTERNET_DISCONNECTED/);
  const customer = inbox.customer('Remote Radha');
  await customer.writes('Before the tunnel');
  let line!: Line;
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      await page.clock.install();
      line = await holdLine(page);
    },
  });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await expect(asha.bubble('Before the tunnel')).toBeVisible();

  line.die();
  await asha.page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await asha.send('Typed in the tunnel');
  await expect(asha.bubble('Typed in the tunnel')).toHaveAttribute('data-status', 'sending');
  await customer.writes('Written meanwhile');
  await aMinuteGoesBy(asha);
  await expect(asha.bubble('Typed in the tunnel')).toHaveAttribute('data-status', 'sending');
  await expect(asha.bubble('Written meanwhile')).toHaveCount(0);

  await asha.page.unroute('**/api/**');
  line.mend();
  await isLiveAgain(asha);
  await expect(asha.bubble('Typed in the tunnel')).toHaveAttribute('data-status', 'sent');
  await expect(asha.bubble('Written meanwhile')).toBeVisible();
  expect(await asha.messages()).toEqual(['Before the tunnel', 'Written meanwhile', 'Typed in the tunnel']);
  const received = inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
  expect(received).toHaveLength(1);
});
