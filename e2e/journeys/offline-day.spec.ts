import type { Request } from '@playwright/test';
import type { Customer } from '../harness/customer';
import { violations } from '../harness/accessibility';
import { openSection, type InboxScreen } from '../harness/inbox-screen';
import { storedByWorker } from '../harness/service-worker';
import { storedKeys } from '../harness/stored-answers';
import { expect, test } from '../harness/test';

// The page is loaded anew without a network half way.
test.use({ ownInbox: { INBOX_SERVICE_WORKER: 'yes' } });

const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /WebSocket connection/, /cannot be read/];
const WAITS = 'You are off line. It is done when the connection is back.';
const NOTE_WAITS = 'You are off line. The note is added when the connection is back.';

/** The calls that change something. */
const WRITES = /\/api\/inbox\/(?:ticket\/(?:reply|set-status|transfer\/owner-ship|add-tags|remove-tags|\d+\/notes)\/)$/;

/** Whether the server has answered. Without a network, or when it changes, the browser ends the request itself. */
const hasArrived = async (request: Request): Promise<boolean> => (await request.response()) !== null;

const button = ({ conversation }: InboxScreen, name: string) => conversation.getByRole('button', { name, exact: true });
const tagBox = ({ conversation }: InboxScreen) => conversation.getByRole('combobox', { name: 'Add a tag' });

async function beginNote({ details }: InboxScreen): Promise<void> {
  await openSection(details, 'Internal Notes/Comments');
  await details.getByRole('button', { name: 'Write a note' }).click();
  await expect(details.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
}

async function tag(screen: InboxScreen, name: string): Promise<void> {
  await tagBox(screen).fill(name);
  await tagBox(screen).press('Enter');
}

test('a day without a network: thirty-two actions wait, and each happens once and in order when it is back', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(...NO_NETWORK);
  const customers = ['Anju', 'Bela', 'Chitra', 'Divya', 'Esha'].map((name) => inbox.customer(`Tunnel ${name}`));
  const free = inbox.customer('Tunnel Free');
  const back = inbox.customer('Tunnel Back');
  for (const customer of [...customers, free, back]) await customer.writes(`Hello from ${customer.name}`);
  const [asha, ravi] = [await open(inbox.asha), await open(inbox.ravi)];
  const { page } = asha;
  for (const screen of [asha, ravi]) {
    await screen.isLive();
    await screen.showAll();
  }
  const tickets = new Map<Customer, number>();
  for (const customer of [back, ...customers, free]) {
    await asha.openTicketOf(customer.name);
    await expect(asha.bubble(`Hello from ${customer.name}`)).toBeVisible();
    const id = asha.ticketId;
    tickets.set(customer, id);
    if (customer !== free) {
      await button(asha, 'Assign to me').click();
      await expect(tagBox(asha)).toBeVisible();
      await tag(asha, 'new');
      await expect(button(asha, 'Remove tag new')).toBeVisible();
    }
    if (customer === back) {
      await button(asha, 'Close').click();
      await expect(page.getByText(`#${id} has been closed`)).toBeVisible();
      await asha.openTicketOf(customer.name);
      await expect(button(asha, 'Reopen')).toBeVisible();
    }
    await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringContaining(`/ticket/${id}/content-v2/`));
  }
  await expect.poll(async () => (await storedByWorker(page)).release).not.toBeNull();
  // What has been stored by now has the tags and owners as well.
  await asha.openTicketOf(customers[0]!.name);
  await expect(button(asha, 'Remove tag new')).toBeVisible();
  await asha.showDetails();
  await beginNote(asha);

  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && WRITES.test(request.url())) requests.push(request);
  });
  await page.context().setOffline(true);
  await expect(asha.connection).toHaveText(/^Offline since \d{2}:\d{2}/);

  /** Five or six for each of the five customers, two for the closed ticket, and one for that which nobody has. */
  let asked = 0;
  const act = async (work: () => Promise<void>) => {
    await work();
    asked += 1;
  };
  for (const [place, customer] of customers.entries()) {
    await asha.openTicketOf(customer.name);
    await expect(asha.bubble(`Hello from ${customer.name}`)).toBeVisible();
    await act(async () => {
      await asha.send(`${customer.name}: first`);
      await expect(asha.bubble(`${customer.name}: first`)).toBeVisible();
    });
    await act(async () => {
      await button(asha, 'Remove tag new').click();
      await expect(button(asha, 'Remove tag new')).toHaveCount(0);
    });
    await act(async () => {
      await tag(asha, 'late');
      await expect(button(asha, 'Discard tag late')).toBeVisible();
    });
    await act(async () => {
      await asha.send(`${customer.name}: second`);
      await expect(asha.bubble(`${customer.name}: second`)).toBeVisible();
    });
    if (place < 4) {
      await act(async () => {
        if (place > 0) await beginNote(asha);
        await asha.details.getByRole('textbox', { name: 'Note', exact: true }).click();
        await page.keyboard.type(`Noted for ${customer.name}`);
        await asha.details.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(asha.details.getByText(NOTE_WAITS)).toBeVisible();
      });
    }
    if (place === 0) expect(await violations(page)).toEqual([]);
    await act(async () => {
      await button(asha, 'Close').click();
      await expect(page.getByText(`#${tickets.get(customer)}: ${WAITS}`)).toBeVisible();
    });
    // Half way the browser is closed and opened again.
    if (place === 2) {
      await page.reload();
      await expect(asha.row(customer.name)).toBeVisible();
    }
  }
  await asha.openTicketOf(back.name);
  await act(async () => {
    await button(asha, 'Reopen').click();
    await expect(button(asha, 'Close')).toBeVisible();
  });
  await act(async () => {
    await asha.send('Here again');
    await expect(asha.bubble('Here again')).toContainText('It leaves after what was asked for before it.');
  });
  await asha.openTicketOf(free.name);
  await act(async () => {
    await button(asha, 'Assign to me').click();
    await expect(page.getByText(`#${tickets.get(free)}: ${WAITS}`)).toBeVisible();
  });
  expect(asked).toBe(32);
  await expect(asha.conversation.getByText('11 messages are not sent yet · 17 changes are not made yet')).toBeVisible();

  // Meanwhile one customer writes again, and a colleague takes the ticket that nobody had.
  const waiter = customers[4]!;
  await waiter.writes('Wait, one more thing');
  await ravi.openTicketOf(free.name);
  await button(ravi, 'Assign to me').click();
  await expect(ravi.page.getByText('Ticket has been assigned to you')).toBeVisible();

  await page.context().setOffline(false);
  await asha.isLive();
  const asks = asha.conversation.getByRole('alertdialog', { name: /^The ticket has changed meanwhile/ });
  await expect(asks.getByText(`${inbox.ravi.full_name} has this ticket now.`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await asks.getByRole('button', { name: 'Discard' }).click();
  await expect(asks).toHaveCount(0);
  await asha.openTicketOf(waiter.name);
  await expect(asks.getByText('The customer has written meanwhile.')).toBeVisible();
  await expect(asha.bubble('Wait, one more thing')).toBeVisible();
  await asks.getByRole('button', { name: 'Do it anyway' }).click();
  await expect(asha.conversation.getByText(/not (?:sent|made) yet/)).toHaveCount(0);

  for (const customer of customers) {
    const phone = inbox.simulator.graph.sent.filter(({ to }) => to === customer.phone);
    expect(phone.map(({ text }) => text)).toEqual([`${customer.name}: first`, `${customer.name}: second`]);
    await ravi.openTicketOf(customer.name);
    await expect(ravi.conversation.getByText('Asha Menon closed the ticket.')).toHaveCount(1);
    await expect(ravi.conversation.getByRole('region', { name: 'Tags' })).toHaveText(/^late$/);
  }
  await ravi.showDetails();
  for (const customer of customers.slice(0, 4)) {
    await ravi.openTicketOf(customer.name);
    await openSection(ravi.details, 'Internal Notes/Comments');
    await expect(ravi.details.getByText(`Noted for ${customer.name}`)).toHaveCount(1);
  }
  expect(inbox.simulator.graph.sent.filter(({ to }) => to === back.phone).map(({ text }) => text)).toEqual([
    'Here again',
  ]);
  await ravi.openTicketOf(back.name);
  await expect(ravi.conversation.getByText('Asha Menon opened the ticket.')).toHaveCount(1);
  await ravi.openTicketOf(free.name);
  await expect(ravi.conversation.getByText(`${inbox.ravi.full_name} took the ticket.`)).toHaveCount(1);
  await expect(ravi.conversation.getByText(/Asha Menon/)).toHaveCount(0);

  // Each was asked for once, and the close once more by 'Do it anyway'. The server left the assignment undone.
  const arrived = (await Promise.all(requests.map(hasArrived))).map((has, index) =>
    has ? requests[index]!.url() : '',
  );
  const count = (part: string) => arrived.filter((url) => url.includes(part)).length;
  const calls = ['reply', 'remove-tags', 'add-tags', 'set-status', 'transfer', 'notes'];
  expect(calls.map(count)).toEqual([11, 5, 5, 7, 1, 4]);
});
