import { sendEachKind } from '@inbox/simulate';
import { expect, test } from '../harness/test';

/** What each kind of WhatsApp message says in the private thread. */
const SAYS: readonly string[] = [
  'is anybody there?',
  'Like this one',
  'invoice.pdf',
  'Yes, please',
  'Came from an advertisement',
  'Look what my sister found',
  'Forwarded many times',
  'About the product KURTA-INDIGO-M',
  'By Friday, please',
  'Poll: Which colour?',
  'Allowed calls from you',
  'Opened the chat for the first time',
  'Changed the phone number to 919800000002',
  'A view-once message',
  'A message that WhatsApp does not hand out',
  'A message of the kind “hologram”',
  'Order 101',
  'This message was deleted by the sender',
  'Edited. What it said before is not here.',
  'Reacted with 🎉 to a message that is not here',
  'I had no network',
  'Store, sent from the phone',
  'List of products',
];

test('each kind of message is told for what it is, and none as media that is missing', async ({ inbox, open }) => {
  // Meta's doors alone: mails and calls have journeys of their own.
  const { whatsapp } = inbox.shop;
  await sendEachKind(
    {
      backend: inbox.url,
      smtp_port: Number(inbox.settings['INBOX_SMTP_PORT']),
      graph_port: inbox.simulator.graph.port,
      mail_port: 0,
      accounts: [whatsapp, inbox.instagram, inbox.page],
    },
    () => undefined,
  );
  // High enough that nothing of a thread is left out of the page.
  const asha = await open(inbox.asha, { viewport: { width: 1280, height: 8_000 } });
  await asha.isLive();
  await asha.showAll();

  await asha.list.getByRole('tab', { name: 'WhatsApp' }).click();
  await asha.row('Every Esha').click();
  for (const words of SAYS) await expect(asha.bubble(words).first(), words).toBeAttached();
  await expect(asha.bubble('Media not available')).toHaveCount(0);
  // What was said in a group stays out of the private thread.
  await expect(asha.bubble('Shall we order together?')).toHaveCount(0);
  const reactions = asha.bubble('Order 101').getByRole('list', { name: 'Reactions' }).getByRole('listitem');
  await expect(reactions).toHaveText([/❤/, /🙏/]);

  await asha.row('WhatsApp group').click();
  await expect(asha.bubble('Shall we order together?')).toContainText('Group message from Every Esha');
  await expect(asha.conversation.locator('article[data-message-id]')).toHaveCount(1);

  for (const channel of ['Instagram', 'Messenger']) {
    await asha.list.getByRole('tab', { name: channel }).click();
    const rows = asha.list.locator('[data-ticket-id]');
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) {
      await row.click();
      await expect(asha.conversation.locator('article[data-message-id]').first()).toBeVisible();
      await expect(asha.bubble('Media not available')).toHaveCount(0);
    }
  }
});
