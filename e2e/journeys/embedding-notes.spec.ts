import type { Page } from '@playwright/test';
import { pageOf, told } from '../harness/embedding-pages';
import { expect, test } from '../harness/embedding-test';

/** A word as an input method makes it, which changes it until Enter or a choice ends it. */
async function compose(page: Page, ...steps: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const text of steps) {
    const end = { selectionStart: text.length, selectionEnd: text.length };
    await session.send('Input.imeSetComposition', { text, ...end });
  }
  await session.send('Input.insertText', { text: steps.at(-1) ?? '' });
  await session.detach();
}

test('a note in a page of another product is written as in the inbox: keys, pointer, clipboard, input methods, undo', async ({
  inbox,
  site,
  newPage,
}) => {
  const customer = inbox.customer('Embedded Ela');
  await customer.writes('Is it in stock?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const token = JSON.stringify(await inbox.token(inbox.asha));
  const script = `Inbox.mount('customer-panel', one, options('c', ${token}, { ticketId: ${ticket} }));`;
  const body = '<p>Words of the page</p><input id="field"><div id="one" style="block-size: 700px"></div>';
  site.serve('/notes', { html: pageOf(site, { body, script }) });
  const page = await newPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site.url}/notes`);
  const details = page.getByRole('complementary', { name: 'Customer details' });
  await details.getByRole('button', { name: 'Internal Notes/Comments' }).click();
  await details.getByRole('button', { name: 'Write a note' }).click();
  const editor = details.getByRole('textbox', { name: 'Note', exact: true });
  await expect(editor).toBeFocused();
  expect(await editor.evaluate((node) => node.getRootNode() instanceof ShadowRoot)).toBe(true);
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };

  await test.step('letters, the caret, and what is selected', async () => {
    await keyboard.type('stock of sarees');
    await press('Home', 'ArrowRight');
    await keyboard.type('++');
    await press('Backspace', 'Backspace', 'End', 'Control+Shift+ArrowLeft');
    await keyboard.type('silk');
    await press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Control+b', 'End');
    await expect(editor).toHaveText('stock of silk');
    await expect(editor.locator('[style*="bold"]')).toHaveText('lk');
  });

  await test.step('a click, and a word that is chosen by a double click', async () => {
    await editor.getByText('stock of si').dblclick({ position: { x: 10, y: 8 } });
    await keyboard.type('Pieces');
    await editor.getByText('Pieces of si').click({ position: { x: 1, y: 8 } });
    await keyboard.type('2 ');
    await expect(editor).toHaveText('2 Pieces of silk');
  });

  await test.step('all of it replaced, taken back, and pasted', async () => {
    await press('Control+a', 'Control+c');
    await keyboard.type('x');
    await expect(editor).toHaveText('x');
    await press('Control+z');
    await expect(editor).toHaveText('2 Pieces of silk');
    await press('End', 'Enter', 'Control+v', 'Home', 'Control+Delete');
    await expect(editor.locator('[data-block]')).toHaveText(['2 Pieces of silk', ' Pieces of silk']);
    await press('Control+Shift+End', 'Delete');
  });

  await test.step('words of input methods, in an empty line and in the middle, and a joined emoji', async () => {
    await compose(page, 'न', 'नम', 'नमस्ते');
    await keyboard.type(' 🇧🇷');
    await press('ArrowLeft', 'ArrowLeft');
    await compose(page, 'k', 'か', '漢');
    await press('End');
    await keyboard.insertText('👩‍👩‍👦');
    await press('Backspace');
    await expect(editor.locator('[data-block]').last()).toHaveText('नमस्ते漢 🇧🇷');
  });

  await test.step('a colleague, a list, and the note as it was seen', async () => {
    await keyboard.type(' @rav');
    await expect(details.getByRole('listbox', { name: 'Agents to mention' })).toBeVisible();
    await press('Enter', 'Enter');
    await details.getByRole('button', { name: 'Bulleted list' }).click();
    await keyboard.type('one');
    await press('Enter');
    await keyboard.type('two');
    await details.getByRole('button', { name: 'Add', exact: true }).click();
    const note = details.locator('[data-note-id]').first();
    await expect(note).toContainText('2 Pieces of silk');
    await expect(note).toContainText(`नमस्ते漢 🇧🇷 @${inbox.ravi.full_name}`);
    await expect(note.getByRole('listitem')).toHaveText(['one', 'two']);
    await expect(note.locator('strong').first()).toHaveText('lk');
  });
  await expect(page.locator('#field')).toHaveValue('');
  expect((await told(page)).errors).toEqual([]);
});
