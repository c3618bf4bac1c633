import { writeOnSocial } from '../hostile/by-social';
import { VECTORS } from '@inbox/domain/testing/hostile';
import { withHostileShop } from '../hostile/shop';
import { TALL, WatchedInbox } from '../hostile/watched-inbox';
import { expect, test } from '../harness/test';

test('nothing of the hostile corpus runs or asks in messages and comments on Instagram and Messenger', async ({
  inbox,
  open,
}) => {
  await withHostileShop(inbox, async (shop) => {
    await writeOnSocial(inbox, shop);
    const watched = await WatchedInbox.open((prepare) => open(shop.agent, { viewport: TALL, prepare }), {
      origin: inbox.url,
    });
    const tickets = await shop.tickets();
    expect(tickets).toHaveLength(4);
    for (const ticket of tickets) {
      await watched.openTicket(ticket);
      const where = `a thread of ${ticket.conversation_source}`;
      const said = await watched.readThread(
        where,
        VECTORS,
        async () => (await watched.screen.conversation.textContent()) ?? '',
      );
      if (ticket.conversation_source === 'comment') expect(said).toContain('Sale <script>');
    }
  });
});
