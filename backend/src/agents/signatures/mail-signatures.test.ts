import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountId } from '@inbox/domain';
import { addConversation } from '../../testing/rows';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { listSignatures, saveSignature } from './mail-signatures';

let world: TicketWorld;
let mailbox: AccountId;
let chat: AccountId;

beforeAll(async () => {
  world = await createTicketWorld();
  const { db } = world.test;
  mailbox = (await addConversation(db, world.shop, 'email', { email: 'a@b.example' })).accountId;
  chat = (await addConversation(db, world.shop, 'whatsapp', { phone: '919876543210' })).accountId;
});
afterAll(() => world.test.drop());

const save = (html: string, account_id = mailbox, who = world.me) =>
  saveSignature(world.test.db, who, { account_id, html });
const of = (who = world.me) => listSignatures(world.test.db, world.shop, who.agent.id);

describe('a signature', () => {
  it('is the agent’s own, one for a mailbox; the last one counts, and a blank one is none', async () => {
    expect(await of()).toEqual([]);
    await save('<div>Asha</div>');
    await save('<div>Asha Rao</div>');
    await save('<div>Dev</div>', mailbox, world.dev);
    expect(await of()).toEqual([{ account_id: mailbox, html: '<div>Asha Rao</div>' }]);
    expect(await save('<div><br></div><div> &nbsp;</div>')).toEqual({ account_id: mailbox, html: '' });
    expect(await of()).toEqual([]);
    expect(await of(world.dev)).toHaveLength(1);
  });

  it('holds nothing that runs or is fetched, and its own pictures', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const { html } = await save(
      `<div onclick="x()">Asha <script>alert(1)</script><img src="https://t.example/a.png"><img src="${logo}" alt="Logo"></div><a href="javascript:x()">x</a>`,
    );
    expect(html).toBe(`<div>Asha <img alt="Logo" src="${logo}" /></div><a>x</a>`);
  });

  it('is refused for what is no mailbox of the shop, and when it is too long', async () => {
    await expect(save('<div>Asha</div>', chat)).rejects.toMatchObject({ status: 404, code: 'no_mailbox' });
    await expect(save(`<div>${'a'.repeat(200_001)}</div>`)).rejects.toMatchObject({ status: 400, code: 'too_long' });
  });
});
