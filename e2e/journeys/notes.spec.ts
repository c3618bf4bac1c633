import type { Locator } from '@playwright/test';
import { PAGES, together } from '@inbox/domain/testing/hostile';
import { setTrap } from '../hostile/trap';
import { isForEveryone, violations } from '../harness/accessibility';
import { holdCall } from '../harness/hold-call';
import { signIn } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { press, reach } from '../harness/keyboard';
import { core, expect, test } from '../harness/test';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') };

const list = ({ details }: InboxScreen): Locator => details.getByRole('list', { name: 'Notes' });
const notes = (screen: InboxScreen): Locator => list(screen).locator('[data-note-id]');
const editor = ({ details }: InboxScreen): Locator => details.getByRole('textbox', { name: 'Note', exact: true });
const head = ({ details }: InboxScreen): Locator => details.getByRole('button', { name: 'Internal Notes/Comments' });

const openNotes = (screen: InboxScreen): Promise<void> => screen.showSection('Internal Notes/Comments');

async function beginNote(screen: InboxScreen): Promise<void> {
  await openNotes(screen);
  await screen.details.getByRole('button', { name: 'Write a note' }).click();
  await expect(editor(screen)).toBeFocused();
}

test(
  'a note is written by keyboard, names a colleague who is told at once, and shows to them live',
  core,
  async ({ inbox, open }) => {
    const customer = inbox.customer('Noted Neha');
    await customer.writes('Where is my order?');
    const [asha, ravi] = [await open(inbox.asha), await open(inbox.ravi)];
    for (const screen of [asha, ravi]) {
      await screen.isLive();
      await screen.showAll();
    }
    await asha.openTicketOf(customer.name);
    await openNotes(asha);
    await expect(asha.details.getByText('No notes yet.')).toBeVisible();
    const { page } = asha;
    const { keyboard } = page;
    await press(page, asha.details.getByRole('button', { name: 'Write a note' }));
    await expect(editor(asha)).toBeFocused();

    for (const [key, text] of [
      ['b', 'bold'],
      ['i', 'slanted'],
      ['u', 'under'],
      ['`', 'order=12'],
    ] as const) {
      await keyboard.press(`Control+${key}`);
      await keyboard.type(text);
      await keyboard.press(`Control+${key}`);
      await keyboard.type(' ');
    }
    await keyboard.type('@rav');
    const people = asha.details.getByRole('listbox', { name: 'Agents to mention' });
    await expect(people.getByRole('option')).toHaveText([inbox.ravi.full_name]);
    const active = await people.getByRole('option').getAttribute('id');
    await expect(editor(asha)).toHaveAttribute('aria-activedescendant', active ?? '');
    expect(await violations(page)).toEqual([]);
    await keyboard.press('Enter');
    await expect(people).toHaveCount(0);
    await keyboard.type('please look');
    // Into the list and out of it by the toolbar, and back.
    await keyboard.press('Enter');
    const toolbar = asha.details.getByRole('toolbar', { name: 'Formatting of Note' });
    await keyboard.press('Shift+Tab');
    await reach(page, 'ArrowRight', toolbar.getByRole('button', { name: 'Bulleted list' }));
    await keyboard.press('Enter');
    await expect(editor(asha)).toBeFocused();
    await keyboard.type('first');
    await keyboard.press('Enter');
    await keyboard.type('second');
    await press(page, asha.details.getByRole('button', { name: 'Add', exact: true }));

    await expect(page.getByText('Notes updated')).toBeVisible();
    const note = notes(asha).first();
    await expect(note).toContainText('Asha Menon');
    await expect(note.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
    for (const [tag, text] of [
      ['strong', 'bold'],
      ['em', 'slanted'],
      ['u', 'under'],
      ['code', 'order=12'],
      ['[data-mention]', `@${inbox.ravi.full_name}`],
      ['ul > li', 'first'],
    ] as const) {
      await expect(note.locator(tag).first()).toHaveText(text);
    }
    await expect(editor(asha)).toHaveText('');

    const told = ravi.page.getByText(`Asha Menon mentioned you in a note on ticket #${asha.ticketId}`);
    await expect(told).toBeVisible();
    await ravi.page.getByRole('button', { name: 'Open ticket' }).click();
    await expect(ravi.conversation.getByRole('heading', { name: customer.name })).toBeVisible();
    await openNotes(ravi);
    await expect(notes(ravi)).toHaveCount(1);

    await beginNote(ravi);
    await ravi.page.keyboard.type('Done');
    await ravi.details.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(notes(asha)).toHaveCount(2);
    await expect(notes(asha).first()).toContainText('Done');
    // Nobody was named: nobody is told. And who was told once is not told again.
    await ravi.page.reload();
    await ravi.isLive();
    await openNotes(ravi);
    await expect(notes(ravi)).toHaveCount(2);
    await expect(ravi.page.getByText(/mentioned you/)).toHaveCount(0);
  },
);

test('who is away is told when they come, once', async ({ inbox, open }) => {
  const customer = inbox.customer('Away Anita');
  await customer.writes('Hello?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const headers = { authorization: `jwt ${await signIn(inbox.url, inbox.asha)}`, 'content-type': 'application/json' };
  const agents = (await (await fetch(`${inbox.url}/api/inbox/all_agents/`, { headers })).json()) as {
    data: { id: number; first_name: string }[];
  };
  const ravi = agents.data.find(({ first_name }) => first_name === inbox.ravi.first_name);
  const body = JSON.stringify({ notes: `<div><span data-mention="${ravi?.id}">@Ravi</span> look</div>` });
  const added = await fetch(`${inbox.url}/api/inbox/ticket/${ticket}/notes/`, { method: 'POST', headers, body });
  expect(added.status).toBe(200);
  const screen = await open(inbox.ravi);
  const told = screen.page.getByText(`Asha Menon mentioned you in a note on ticket #${ticket}`);
  await expect(told).toBeVisible();
  await screen.page.reload();
  await screen.isLive();
  await screen.showAll();
  await expect(told).toHaveCount(0);
});

test('files, pictures and links are taken; what is written outlives a reload and stays on its ticket', async ({
  inbox,
  open,
}) => {
  const [one, two] = [inbox.customer('Filed Farah'), inbox.customer('Beside Bela')];
  for (const customer of [one, two]) await customer.writes('Hello');
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(one.name);
  await beginNote(asha);
  const { page, details } = asha;
  await page.keyboard.type('Half a note ');
  // A picture from the clipboard stands in the text, at 85 % of its width.
  await editor(asha).evaluate(
    (element, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'parcel.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [...PNG],
  );
  const width = details.getByRole('combobox', { name: 'Width of image parcel' });
  await expect(width).toHaveValue('85');
  await width.selectOption('50');
  await expect(width).toHaveValue('50');

  await details.locator('[data-note-files]').setInputFiles({ ...PDF, name: 'page.html', mimeType: 'text/html' });
  await expect(page.getByText('page.html: This file format is not supported.')).toBeVisible();
  const held = await holdCall(page, '**/api/inbox/multiple/media-upload/', 'request');
  await details.locator('[data-note-files]').setInputFiles(PDF);
  await held.requested;
  await expect(details.getByRole('button', { name: 'Attaching...' })).toBeVisible();

  // Left while the file is on its way: it comes to the ticket that it was chosen for.
  await asha.openTicketOf(two.name);
  await expect(head(asha)).toHaveAttribute('aria-expanded', 'true');
  await expect(details.getByRole('button', { name: 'Write a note' })).toBeVisible();
  held.release();
  await expect(details.getByText('bill.pdf')).toHaveCount(0);
  await asha.openTicketOf(one.name);
  await expect(details.getByText('bill.pdf')).toBeVisible();
  await details.getByRole('button', { name: 'Embed link' }).click();
  await details.getByLabel('Address of a .mp4, .pdf or .docx file').fill('https://files.example/how-to.mp4');
  await page.keyboard.press('Enter');
  await expect(details.getByText('how-to.mp4')).toBeVisible();

  await page.reload();
  await asha.isLive();
  await expect(editor(asha)).toContainText('Half a note');
  await expect(width).toHaveValue('50');
  for (const name of ['bill.pdf', 'how-to.mp4']) await expect(details.getByText(name)).toBeVisible();

  const adding = await holdCall(page, '**/notes/', 'answer');
  await details.getByRole('button', { name: 'Add', exact: true }).click();
  await adding.requested;
  await expect(details.getByRole('button', { name: 'Adding...' })).toBeDisabled();
  await asha.openTicketOf(two.name);
  adding.release();
  await expect(page.getByText('Notes updated')).toBeVisible();
  await expect(details.getByText('No notes yet.')).toBeVisible();
  await asha.openTicketOf(one.name);
  await expect(notes(asha)).toHaveCount(1);
  const note = notes(asha).first();
  await expect(note.getByRole('img', { name: 'parcel' })).toHaveCSS('inline-size', /px$/);
  await expect(note.getByRole('link', { name: 'Open how-to.mp4' })).toHaveAttribute(
    'href',
    'https://files.example/how-to.mp4',
  );
  const download = page.waitForEvent('download');
  await note.getByRole('button', { name: 'Download bill.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('bill.pdf');
  await expect(details.getByRole('button', { name: 'Write a note' })).toBeVisible();
});

test('hostile notes are inert', async ({ inbox, open }) => {
  const customer = inbox.customer('Hostile Harsh');
  await customer.writes('Hello');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const headers = { authorization: `jwt ${await signIn(inbox.url, inbox.asha)}`, 'content-type': 'application/json' };
  // Some close nothing that they open, and none is to hide the next.
  for (const text of together(PAGES, 1)) {
    const body = JSON.stringify({ notes: text });
    const added = await fetch(`${inbox.url}/api/inbox/ticket/${ticket}/notes/`, { method: 'POST', headers, body });
    expect([200, 400]).toContain(added.status);
  }
  const trapped: { sprung: readonly string[] }[] = [];
  const asha = await open(inbox.asha, {
    prepare: async (page) => void trapped.push(await setTrap(page, inbox.url)),
  });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await openNotes(asha);
  await expect.poll(() => notes(asha).count()).toBeGreaterThan(PAGES.length / 2);
  await notes(asha).last().scrollIntoViewIfNeeded();
  expect(
    await list(asha).evaluate(
      (element) => element.querySelectorAll('script, iframe, svg, style, form, [onerror]').length,
    ),
  ).toBe(0);
  // Pasted, they come to the same.
  await beginNote(asha);
  await editor(asha).evaluate(
    (element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x');
      clipboardData.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `<p>Kept</p>${PAGES.map(({ content }) => `<div>${content}</div>`).join('')}`,
  );
  await expect(editor(asha)).toContainText('Kept');
  expect(trapped.flatMap(({ sprung }) => sprung)).toEqual([]);
});

test('the notes are for everyone, in both themes and at any width', async ({ inbox, open }) => {
  const customer = inbox.customer('Seen Sena');
  await customer.writes('Hello');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const headers = {
    authorization: `jwt ${await signIn(inbox.url, inbox.asha)}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({
    notes: `<div>Promised <strong>a call</strong> before six <code>#1001</code></div><ul><li>one</li></ul><div>${'long'.repeat(40)}</div>`,
    media: [{ url: `https://files.example/${'a-long-name-'.repeat(9)}.pdf` }],
  });
  await fetch(`${inbox.url}/api/inbox/ticket/${ticket}/notes/`, { method: 'POST', headers, body });
  const asha = await open(inbox.asha, { viewport: { width: 360, height: 800 } });
  await expect(asha.list.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await asha.page.goto(`${inbox.url}/inbox/tickets/${ticket}`);
  await expect(asha.conversation.getByRole('heading', { name: customer.name })).toBeVisible();
  await beginNote(asha);
  await asha.page.keyboard.type('Hello @');
  await expect(asha.details.getByRole('listbox', { name: 'Agents to mention' })).toBeVisible();
  await isForEveryone(asha.page, async () => {
    await asha.showDetails();
    await expect(notes(asha)).toHaveCount(1);
  });
});
