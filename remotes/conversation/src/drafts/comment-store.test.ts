import { expect, it } from '@jest/globals';
import { contentIdSchema, newTempId } from '@inbox/domain';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { createCommentDrafts, type CommentDrafts } from './comment-drafts';
import { createCommentStore } from './comment-store';

const comment = contentIdSchema.parse(51);
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A page in a tab of its own, while these others are open. */
async function openPage(browser: ABrowser, tab: string, open: readonly string[] = []): Promise<CommentDrafts> {
  const records = await browser.open({ isStarted: false });
  const store = createCommentStore(records, tab, { isOpen: (other) => open.includes(other) });
  const drafts = createCommentDrafts(store, newTempId, 'It could not be sent.');
  drafts.start();
  records.start();
  await records.loaded;
  return drafts;
}

async function write(drafts: CommentDrafts, text: string): Promise<void> {
  drafts.change(comment, { text });
  await settle();
}
const textOf = (drafts: CommentDrafts) => drafts.get(comment)?.text ?? '';

it('an answer to a comment has the words of its own tab alone, and each tab sends its own', async () => {
  const browser = aBrowser();
  const [first, second] = [await openPage(browser, 'first'), await openPage(browser, 'second', ['first'])];
  await write(first, 'Rs 999');
  const third = await openPage(browser, 'third', ['first', 'second']);
  expect([textOf(second), textOf(third)]).toEqual(['', '']);
  await write(second, 'Write to us');
  await write(first, 'Rs 999 each');
  expect([textOf(first), textOf(second)]).toEqual(['Rs 999 each', 'Write to us']);
  await second.send(comment, async ({ text }) => text);
  await settle();
  expect([textOf(first), textOf(second)]).toEqual(['Rs 999 each', '']);
  expect(browser.stored('comment-drafts')).toMatchObject([{ text: 'Rs 999 each' }]);
});

it('an answer of a closed tab is shown in the next page, which then stores it as its own', async () => {
  const browser = aBrowser();
  await write(await openPage(browser, 'first'), 'Rs 999');
  const next = await openPage(browser, 'next');
  expect(textOf(next)).toBe('Rs 999');
  await write(next, 'Rs 999 each');
  expect(browser.stored('comment-drafts')).toMatchObject([{ text: 'Rs 999 each' }]);
});
