import type { Locator } from '@playwright/test';
import { Commenter } from '../harness/commenter';
import type { InboxScreen } from '../harness/inbox-screen';
import { openPalette, pressWithinWord } from '../harness/keyboard';
import { expect, test } from '../harness/test';

/** Words of a language that is written with an input method. */
const WORDS = '緑の漢字';

/** Boxes of the page with a ticket open, and how an agent gets to each. */
const BOXES: [name: string, open: (screen: InboxScreen) => Promise<Locator>][] = [
  ['search of the list', async ({ list }) => list.getByRole('searchbox')],
  [
    'find in the conversation',
    async ({ conversation }) => {
      await conversation.getByRole('button', { name: 'Find in conversation' }).click();
      return conversation.getByRole('searchbox', { name: 'Find in conversation' });
    },
  ],
  [
    'tags',
    async ({ conversation }) => {
      await conversation.getByRole('button', { name: 'Assign to me' }).click();
      return conversation.getByRole('combobox', { name: 'Add a tag' });
    },
  ],
  [
    'emoji',
    async ({ page, reply }) => {
      await reply.getByRole('button', { name: 'Emoji' }).click();
      return page.getByRole('searchbox', { name: 'Search emoji' });
    },
  ],
  [
    'quick replies',
    async (screen) => {
      await screen.showQuickReplies();
      return screen.quickReplies.getByRole('searchbox');
    },
  ],
  [
    'agents to filter by',
    async ({ list }) => {
      await list.getByRole('button', { name: 'Filter', exact: true }).click();
      return list.getByRole('dialog', { name: 'Filters' }).getByRole('combobox', { name: 'View tickets of' });
    },
  ],
  [
    'commands',
    async ({ page }) => {
      await openPalette(page);
      return page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
    },
  ],
  [
    'recipients of a mail',
    async ({ page, list }) => {
      await list.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Compose Email' }).click();
      return page.getByRole('dialog', { name: 'Compose Email' }).getByRole('combobox', { name: 'To', exact: true });
    },
  ],
];

test('the keys that an input method takes are for its word alone, in every box', async ({ inbox, open }) => {
  const customer = inbox.customer('Composing Chitra');
  await customer.writes('नमस्ते');
  const asha = await open(inbox.asha);
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  for (const [name, openBox] of BOXES) {
    await test.step(name, async () => {
      await asha.isLive();
      const box = await openBox(asha);
      await box.fill(WORDS);
      for (const key of ['Enter', 'Escape', 'Backspace'] as const) await pressWithinWord(box, key);
      await expect(box).toHaveValue(WORDS);
      await expect(box).toBeFocused();
      await asha.page.reload();
    });
  }
});

test('the Enter that ends a word sends no answer to a comment, and the next one does', async ({ inbox, open }) => {
  const asking = new Commenter(inbox.url, inbox.instagram, 'Asking Asami');
  const id = await asking.comments('何色ですか', { post: 3 });
  const asha = await open(inbox.asha);
  await asha.showAll();
  await asha.openTicketOf(asking.name);
  await asha.conversation.getByRole('article').getByRole('button', { name: 'Reply', exact: true }).first().click();
  const box = asha.conversation.getByRole('textbox', { name: `Reply to ${asking.name}` });
  await box.fill(WORDS);
  for (const key of ['Enter', 'Escape'] as const) await pressWithinWord(box, key);
  await expect(box).toHaveValue(WORDS);
  await box.press('Enter');
  const answers = () => inbox.simulator.graph.sent.filter(({ to }) => to === id).map(({ text }) => text);
  await expect.poll(answers).toEqual([WORDS]);
});
