import { holdOutbox, releaseOutbox } from '../harness/hold-outbox';
import { core, expect, test } from '../harness/test';

// How the channel answers, the outbox and the process itself are one for all shops of an inbox.
test.use({ ownInbox: {} });

test(
  'a reply that the channel refuses says so with the reason, and Retry sends exactly one',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Blocked Bina');
    await customer.writes('Can you reach me?');
    const asha = await open(inbox.asha);
    await asha.showAll();
    await asha.openTicketOf(customer.name);

    inbox.simulator.graph.answerWith('refuse');
    await asha.send('We try, Bina.');
    const bubble = asha.bubble('We try, Bina.');
    await expect(bubble).toHaveAttribute('data-status', 'not_sent');
    await expect(bubble).toContainText('Failed to send');
    await expect(bubble).toContainText('Recipient phone number not in allowed list');

    inbox.simulator.graph.answerWith('accept');
    await bubble.getByRole('button', { name: 'Retry' }).dblclick();
    await expect(bubble).toHaveAttribute('data-status', 'sent');
    await expect(bubble).not.toContainText('Failed to send');
    await expect(bubble).toHaveCount(1);
    const received = inbox.simulator.graph.sent.filter(({ text }) => text === 'We try, Bina.');
    expect(received).toHaveLength(1);
  },
);

test(
  'a backend killed between storing a reply and sending it sends it once when it is back',
  core,
  async ({ inbox, open, guard }) => {
    guard.expects(/WebSocket connection to/, /net::ERR_/, /status of 50\d/);
    const customer = inbox.customer('Surviving Suresh');
    await customer.writes('Will this survive?');
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.showAll();
    await asha.openTicketOf(customer.name);

    // The channel is out of order for now: what is stored cannot leave.
    inbox.simulator.graph.answerWith('fail');
    const answered = asha.page.waitForResponse('**/api/inbox/ticket/reply/');
    await asha.send('It will, Suresh.');
    expect((await answered).status()).toBe(200);
    // The kill must not hit an attempt under way: its outcome would be unknown, and the reply is not sent again by itself.
    await expect.poll(() => holdOutbox(inbox)).toBe(1);
    await inbox.kill9();
    const received = () => inbox.simulator.graph.sent.filter(({ text }) => text === 'It will, Suresh.');
    expect(received()).toHaveLength(0);

    inbox.simulator.graph.answerWith('accept');
    await releaseOutbox(inbox);
    await inbox.restart();
    await expect.poll(() => received().length).toBe(1);
    await asha.page.getByRole('button', { name: 'Refresh' }).click();
    await asha.isLive();
    const bubble = asha.bubble('It will, Suresh.');
    await expect(bubble).toHaveAttribute('data-status', 'sent');
    await expect(bubble).toHaveCount(1);
    await expect.poll(() => inbox.admin(['outbox'])).not.toContain('waiting');
    expect(received()).toHaveLength(1);
  },
);
