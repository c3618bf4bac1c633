import { core, expect, test } from '../harness/test';

test(
  'a reply stands in a colleague’s list and thread by the live channel, and another merchant hears nothing of it',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Shared Sheela');
    await customer.writes('Does anybody hear me?');

    const heard: string[] = [];
    const stranger = await open(inbox.stranger, {
      prepare: async (page) => {
        page.on('websocket', (line) => line.on('framereceived', ({ payload }) => heard.push(String(payload))));
      },
    });
    const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
    for (const screen of [asha, ravi, stranger]) {
      await screen.isLive();
      await screen.showAll();
    }
    for (const screen of [asha, ravi]) {
      await screen.openTicketOf(customer.name);
      await expect(screen.bubble('Does anybody hear me?')).toBeVisible();
    }

    // The live channel tells the page of it: no timer asks for the list.
    const asked: string[] = [];
    ravi.page.on('request', (request) => void (request.url().includes('/ticket/list/') && asked.push(request.url())));
    const answered = asha.page.waitForResponse('**/api/inbox/ticket/reply/');
    await asha.send('Loud and clear, Sheela.');
    expect((await answered).status()).toBe(200);
    await Promise.all([
      expect(ravi.bubble('Loud and clear, Sheela.')).toBeVisible(),
      expect(ravi.row(customer.name)).toContainText('Loud and clear, Sheela.'),
    ]);

    await customer.writes('Wonderful!');
    await Promise.all(
      [asha, ravi].flatMap((screen) => [
        expect(screen.bubble('Wonderful!')).toBeVisible(),
        expect(screen.row(customer.name)).toContainText('Wonderful!'),
      ]),
    );
    for (const screen of [asha, ravi]) {
      expect(await screen.messages()).toEqual(['Does anybody hear me?', 'Loud and clear, Sheela.', 'Wonderful!']);
    }
    expect(asked).toEqual([]);

    // Something of the stranger's own, so that silence is not for want of a line.
    await inbox.customer('Own Omkar', inbox.otherShop).writes('Some tea, please');
    await expect(stranger.row('Own Omkar')).toBeVisible();
    await expect(stranger.row(customer.name)).toHaveCount(0);
    expect(heard.join('\n')).toContain('Some tea, please');
    expect(heard.join('\n')).not.toContain('Sheela');
  },
);

test(
  'another merchant’s agent who knows a ticket’s address finds nothing there',
  core,
  async ({ inbox, open, guard }) => {
    const customer = inbox.customer('Private Priya');
    await customer.writes('My address is 12 Lake Road');
    const asha = await open(inbox.asha);
    await asha.showAll();
    await asha.openTicketOf(customer.name);

    guard.expects(/status of 404/);
    const stranger = await open(inbox.stranger, { ticket: asha.ticketId });
    await expect(stranger.conversation).toContainText('There is no such ticket among yours');
    await expect(stranger.page.getByText('12 Lake Road')).toHaveCount(0);
  },
);

test(
  'a row does not move under the pointer: what is new waits until the agent asks for it',
  core,
  async ({ inbox, open }) => {
    const first = inbox.customer('Still Sita');
    await first.writes('I was here before');
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.showAll();
    await expect(asha.row(first.name)).toBeVisible();
    await asha.row(first.name).hover();
    const before = await asha.row(first.name).boundingBox();

    const second = inbox.customer('Second Savita');
    await second.writes('I come later');
    const pill = asha.list.getByRole('button', { name: '1 update' });
    await expect(pill).toBeVisible();
    expect(await asha.row(first.name).boundingBox()).toEqual(before);
    await pill.click();
    await expect(asha.row(second.name)).toBeVisible();
  },
);
