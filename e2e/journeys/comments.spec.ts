import type { Locator } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { Commenter } from '../harness/commenter';
import type { Inbox } from '../harness/inbox';
import type { InboxScreen } from '../harness/inbox-screen';
import { core, expect, test } from '../harness/test';

const ADVERTISEMENT = 2;
const PLAIN = 3;

/** Who says one thing only is known by their name; what answers it stands within. */
const commentOf = ({ conversation }: InboxScreen, { name }: Commenter): Locator =>
  conversation.getByRole('article', { name: new RegExp(`^${name}`) });
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).first();

/** What arrived at the channel as answers to this comment. */
const answersTo = ({ simulator }: Inbox, id: string) =>
  simulator.graph.sent.filter(({ channel, to }) => channel === 'comment' && to === id).map(({ text }) => text);

const CHANNELS = [
  { channel: 'Instagram', post: PLAIN, caption: 'Which colour is yours?', isAd: false, suite: core },
  { channel: 'Facebook', post: ADVERTISEMENT, caption: 'how a block print is made', isAd: true, suite: {} },
] as const;

for (const { channel, post, caption, isAd, suite } of CHANNELS) {
  test(
    `comments on ${channel} show their post and its threads; answering, hiding and deleting reach the channel and a colleague`,
    suite,
    async ({ inbox, open }) => {
      const account = channel === 'Instagram' ? inbox.instagram : inbox.page;
      const someone = (name: string) => new Commenter(inbox.url, account, name);
      const [asking, knowing, spamming] = [
        `Asking on ${channel}`,
        `Knowing on ${channel}`,
        `Spamming on ${channel}`,
      ].map(someone) as [Commenter, Commenter, Commenter];
      const root = await asking.comments('Does it come in green?', { post });
      const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
      for (const screen of [asha, ravi]) {
        await screen.page.setViewportSize({ width: 1600, height: 1000 });
        await screen.isLive();
        await screen.showAll();
        await screen.openTicketOf(asking.name);
      }

      const { conversation } = asha;
      await expect(conversation.getByText('Post by Saree House')).toBeVisible();
      await expect(conversation.getByText(caption)).toBeVisible();
      await expect(conversation.getByRole('link', { name: 'Open post' })).toHaveAttribute('href', /instagram/);
      await expect(conversation.getByText('ad', { exact: true })).toHaveCount(isAd ? 1 : 0);
      await expect(conversation.locator('img[src^="blob:"]')).toHaveCount(1);

      // What others say comes below what they answer, in both browsers.
      await knowing.comments('Mine is green', { post, answers: root });
      const spam = await spamming.comments('Buy followers', { post, answers: root });
      for (const screen of [asha, ravi]) {
        const thread = commentOf(screen, asking);
        await expect(thread.getByRole('article')).toHaveCount(2);
        await expect(thread.getByRole('article', { name: new RegExp(`^${knowing.name}`) })).toContainText(
          'Mine is green',
        );
      }

      await button(commentOf(asha, asking), 'Reply').click();
      await expect(conversation.getByRole('textbox', { name: `Reply to ${asking.name}` })).toBeFocused();
      await asha.page.keyboard.type('Yes, from Monday!');
      expect(await violations(asha.page)).toEqual([]);
      await asha.page.keyboard.press('Enter');
      await expect.poll(() => answersTo(inbox, root)).toEqual(['Yes, from Monday!']);
      for (const screen of [asha, ravi]) {
        const answer = screen.conversation.locator('article[data-own]', { hasText: 'Yes, from Monday!' });
        await expect(answer).toHaveCount(1);
        await expect(answer).toContainText('Sent');
      }

      await button(commentOf(asha, spamming), 'Hide').click();
      await expect.poll(() => inbox.simulator.graph.moderated).toContainEqual({ what: 'hidden', id: spam });
      for (const screen of [asha, ravi]) {
        const hidden = commentOf(screen, spamming);
        await expect(hidden.getByText('Hidden', { exact: true })).toBeVisible();
        await expect(button(hidden, 'Hide')).toHaveCount(0);
      }

      await button(commentOf(asha, spamming), 'Delete').click();
      await expect(conversation.getByText('Delete this comment for everyone?')).toBeVisible();
      await button(commentOf(asha, spamming), 'Delete').click();
      await expect.poll(() => inbox.simulator.graph.moderated).toContainEqual({ what: 'deleted', id: spam });
      for (const screen of [asha, ravi]) {
        await expect(screen.conversation.getByText('This message was deleted by the sender')).toHaveCount(1);
        await expect(screen.conversation.getByText('Buy followers')).toHaveCount(0);
      }
      expect(await violations(asha.page)).toEqual([]);
    },
  );
}

test('a comment that its author takes back goes from all browsers at once', async ({ inbox, open }) => {
  const regretting = new Commenter(inbox.url, inbox.page, 'Regretting Rekha');
  const root = await regretting.comments('Never again!', { post: PLAIN });
  const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
  for (const screen of [asha, ravi]) {
    await screen.isLive();
    await screen.showAll();
    await screen.openTicketOf(regretting.name);
    await expect(screen.conversation.getByText('Never again!')).toBeVisible();
  }
  await regretting.takesBack(root, { post: PLAIN });
  for (const screen of [asha, ravi]) {
    await expect(screen.conversation.getByText('This message was deleted by the sender')).toBeVisible();
    await expect(screen.page.getByText('Never again!')).toHaveCount(0);
    await expect(screen.conversation.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  }
});

test.describe('where the channel refuses', () => {
  // How the channel answers is one for all shops of an inbox.
  test.use({ ownInbox: {} });

  test('an answer that the channel refuses says why, and goes out once on Retry', async ({ inbox, open }) => {
    const asking = new Commenter(inbox.url, inbox.page, 'Refused Rohan');
    const root = await asking.comments('Which sizes?', { post: PLAIN });
    const asha = await open(inbox.asha);
    await asha.isLive();
    await asha.showAll();
    await asha.openTicketOf(asking.name);
    inbox.simulator.graph.answerWith('refuse');
    await asha.send('S to XXL');
    await expect(asha.conversation.getByText('Recipient phone number not in allowed list')).toBeVisible();
    await expect(asha.conversation.getByText('Failed to send')).toBeVisible();
    inbox.simulator.graph.answerWith('accept');
    await button(asha.conversation, 'Retry').click();
    await expect(asha.conversation.getByText('Failed to send')).toHaveCount(0);
    await expect.poll(() => answersTo(inbox, root)).toEqual(['S to XXL']);
    await expect(asha.conversation.locator('article[data-own]', { hasText: 'S to XXL' })).toContainText('Sent');
  });
});
