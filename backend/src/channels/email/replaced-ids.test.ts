import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addChat, addOutgoing } from '../../testing/outgoing';
import { closeSmtp, contents, here, openShop, openSmtp, plain, send } from './fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

const SES = '0109019a2b3c4d5e-1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9-000000';

it.each([
  ['the id that Amazon SES gave it', `<${SES}@ap-south-1.amazonses.com>`],
  ['the id that it left with', '<ours@shop.example>'],
])('an answer that names a mail by %s is in its ticket', async (_name, id) => {
  await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Which size?');
  const [ours] = await contents();
  await here.world.test.db
    .updateTable('contents')
    .set({ external_id: `<${SES}@amazonses.com>`, details: JSON.stringify({ message_id: '<ours@shop.example>' }) })
    .where('id', '=', ours!.id)
    .execute();
  await send(plain([`In-Reply-To: ${id}`], 'M, please.'));
  expect(await contents()).toMatchObject([{}, { ticket_id: ours?.ticket_id, message: 'M, please.' }]);
});
