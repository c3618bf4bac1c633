import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';

test('a mail’s Reply-To and a stranger in its thread are named, and get no reply that is not meant for them', async ({
  inbox,
  open,
}) => {
  const priya = inbox.customer('Priya Thekkady');
  const thief = { name: priya.name, address: 'thief@elsewhere.example' };
  const first = await priya.mails({ subject: 'My refund', text: 'Where is it?', replyTo: thief.address });
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(priya.name);
  const recipients = asha.reply.getByRole('group', { name: 'Recipients' });
  const to = recipients.getByRole('list', { name: 'To', exact: true }).getByRole('listitem');
  await expect(to).toHaveText([priya.address]);
  await expect(recipients).toContainText(`The last mail asks for answers to ${thief.address}`);
  await expect(asha.bubble('Where is it?').getByRole('note', { name: 'About the sender' })).toContainText(
    `Asks for answers to ${thief.address}`,
  );

  await priya.mails({ subject: 'My refund', text: 'Send it here', from: thief, inReplyTo: first });
  await expect(asha.bubble('Send it here')).toContainText(
    `Sent by ${thief.address}, not by the customer (${priya.address}).`,
  );
  await expect(recipients).toContainText(`The last mail is from ${thief.address}, not from the customer.`);
  expect(await violations(asha.page)).toEqual([]);

  // By keyboard: a copy to a colleague of hers, taken back again.
  await recipients.getByRole('textbox', { name: 'To', exact: true }).focus();
  await asha.page.keyboard.type('ravi@mail.example,');
  await expect(to).toHaveCount(2);
  await asha.page.keyboard.press('Backspace');
  await asha.page.keyboard.press('Backspace');
  await expect(to).toHaveText([priya.address]);

  await asha.send('It left on Monday.');
  await expect(asha.bubble('It left on Monday.')).toHaveAttribute('data-status', 'sent', { timeout: 30_000 });
  const sent = () => inbox.simulator.mail.sent.filter(({ from }) => from === inbox.shop.mailbox);
  await expect.poll(() => sent().map((mail) => mail.to)).toEqual([[priya.address]]);
});
