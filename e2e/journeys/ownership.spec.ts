import { core, expect, test } from '../harness/test';

test('a ticket is taken, handed to a colleague and closed, each told in words', core, async ({ inbox, open }) => {
  const customer = inbox.customer('Handed Hari');
  await customer.writes('Who looks after me?');
  const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
  for (const screen of [asha, ravi]) {
    // Wide enough for all actions of the header to stand beside each other.
    await screen.page.setViewportSize({ width: 1600, height: 900 });
    await screen.isLive();
    await screen.showAll();
  }
  await asha.openTicketOf(customer.name);
  const id = asha.ticketId;

  await asha.conversation.getByRole('button', { name: 'Assign', exact: true }).click();
  await asha.conversation.getByRole('button', { name: 'assign me', exact: true }).click();
  await expect(asha.page.getByText(`#${id} has been assigned to you`)).toBeVisible();
  await expect(asha.row(customer.name)).toContainText(`#${id} · Asha`);
  await expect(ravi.row(customer.name)).toContainText(`#${id} · Asha`);

  await asha.conversation.getByRole('button', { name: 'Transfer', exact: true }).click();
  await asha.conversation.getByRole('button', { name: 'Ravi Nair', exact: true }).click();
  await expect(asha.page.getByText(`#${id} has been assigned to Ravi Nair`)).toBeVisible();
  await expect(ravi.row(customer.name)).toContainText(`#${id} · Ravi`);

  await ravi.openTicketOf(customer.name);
  await ravi.conversation.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(ravi.page.getByText(`#${id} has been closed`)).toBeVisible();
  await expect(ravi.page).toHaveURL(/\/inbox\/tickets(?:\?|$)/);
  await expect(asha.reply).toContainText('Ticket is closed');
});

test(
  'a session that was ended elsewhere says so and leads to the sign-in page',
  core,
  async ({ inbox, open, guard }) => {
    // What the page asks in the moment between is refused.
    guard.expects(/401/);
    // As a session that ends in the page's first seconds: this browser gets no key to encrypt anything with.
    const screen = await open(inbox.leela, {
      prepare: async (page) => void (await page.route('**/agent/browser-key/', () => {})),
    });
    await screen.isLive();
    const token = await screen.page.evaluate(
      () => (JSON.parse(localStorage.getItem('inbox.auth') ?? '{}') as { token?: string }).token ?? '',
    );
    const answer = await fetch(`${inbox.url}/api/shopify/logout/`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(200);
    await expect(screen.page.getByText('Session expired. Redirecting to Login Page...')).toBeVisible();
    await expect(screen.page).toHaveURL(/\/main-site\/login/);
    expect(await screen.page.evaluate(() => localStorage.getItem('inbox.auth'))).toBeNull();
  },
);
