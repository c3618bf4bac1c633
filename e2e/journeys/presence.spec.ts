import { callIn, reportCall } from '@inbox/simulate';
import { violations } from '../harness/accessibility';
import { expect, test } from '../harness/test';

test('two agents see each other in a ticket, that one writes, and that they leave', async ({ inbox, open }) => {
  const customer = inbox.customer('Watched Wasim');
  await customer.writes('Is anybody there?');
  const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
  for (const screen of [asha, ravi]) {
    await screen.isLive();
    await screen.showAll();
  }
  await asha.openTicketOf(customer.name);
  const [seesAsha, seesRavi] = [ravi.conversation.getByText(/^Asha Menon/), asha.conversation.getByText(/^Ravi Nair/)];
  await expect(seesRavi).toHaveCount(0);

  await ravi.openTicketOf(customer.name);
  await expect(seesAsha).toHaveText('Asha Menon is here, too.');
  await expect(seesRavi).toHaveText('Ravi Nair is here, too.');
  expect(await violations(asha.page)).toEqual([]);

  await ravi.conversation.getByRole('textbox', { name: 'Reply' }).pressSequentially('Yes');
  await expect(seesRavi).toHaveText('Ravi Nair is typing…');
  await expect(seesRavi).toHaveText('Ravi Nair is here, too.');

  await ravi.page.context().close();
  await expect(seesRavi).toHaveCount(0);
});

test('a call on a phone ticket rings, and how it went stands in the thread', async ({ inbox, open, guard }) => {
  guard.expects(/409/);
  const phone = '+919812300001';
  await callIn(inbox.url, inbox.phoneLine, phone);
  const asha = await open(inbox.asha);
  await asha.page.setViewportSize({ width: 1600, height: 900 });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(phone);
  await expect(asha.conversation.getByText(`Incoming call from ${phone}.`)).toBeVisible();
  const call = asha.conversation.getByRole('button', { name: 'Call', exact: true });
  await expect(call).toHaveCount(0);
  await asha.conversation.getByRole('button', { name: 'Assign to me', exact: true }).click();
  await call.click();
  const rings = 'Your phone ending in 0001 rings first. Pick it up to be connected.';
  await expect(asha.page.getByRole('dialog').getByText(rings)).toBeVisible();
  expect(await violations(asha.page)).toEqual([]);
  await expect(asha.page.getByRole('dialog')).toHaveCount(0);

  const placed = inbox.simulator.calls.find(({ line }) => line.account_sid === inbox.phoneLine.account_sid);
  expect(placed).toMatchObject({ from: '+919000000001', to: phone });
  await call.click();
  const running = 'A call of yours on this ticket is being connected already.';
  await expect(asha.page.getByRole('dialog').getByText(running)).toBeVisible();
  if (placed) await reportCall(inbox.url, placed, 'terminal');
  await expect(asha.conversation.getByText('The call ended after 2 min 5 s.')).toBeVisible();
});

test('how long a ticket was handled is counted when its page is closed', async ({ inbox, open }) => {
  const customer = inbox.customer('Timed Tara');
  await customer.writes('How long does it take?');
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.page.bringToFront();
  await asha.conversation.getByRole('button', { name: 'Assign to me', exact: true }).click();
  const timer = asha.conversation.getByRole('timer', { name: 'Handling time' });
  await expect(timer).toHaveText(/^00:00:(?!0[01])\d\d$/);
  const id = asha.ticketId;
  await asha.page.close();

  const authorization = `jwt ${await inbox.token(inbox.asha)}`;
  const handled = async (): Promise<number> => {
    const address = `${inbox.url}/api/inbox/ticket/handled-time/${id}/`;
    const response = await fetch(address, { headers: { authorization } });
    const { data } = (await response.json()) as { data: { total_time_in_second: number } };
    return data.total_time_in_second;
  };
  await expect.poll(handled).toBeGreaterThanOrEqual(2);
});
