import type { Page } from '@playwright/test';
import { writeAsAgent } from '../hostile/by-agents';
import { COLLECTOR, PAINTER, writeOnWhatsapp } from '../hostile/by-whatsapp';
import { VECTORS } from '@inbox/domain/testing/hostile';
import { SHORT, withHostileShop } from '../hostile/shop';
import { TALL, ticketOf, WatchedInbox } from '../hostile/watched-inbox';
import { expect, test } from '../harness/test';

test('nothing of the hostile corpus runs or asks in the list, a thread, or what stands around it', async ({
  inbox,
  open,
  guard,
}) => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(200);
  // What the hostile answers to calls are.
  guard.expects(/status of 400/);
  await withHostileShop(inbox, async (shop) => {
    await writeOnWhatsapp(inbox, shop);
    const collector = await ticketOf(shop, COLLECTOR);
    await writeAsAgent(inbox, shop, collector);
    const watched = await WatchedInbox.open((prepare) => open(shop.agent, { viewport: TALL, prepare }), {
      origin: inbox.url,
      prepare: answerHostile,
    });
    const { page, conversation, list } = watched.screen;

    const names = new Set<string | undefined>();
    const rows = list.locator('[data-ticket-id]');
    await watched.scrollUntil(rows.first(), 0.6, async () => {
      const drawn = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['ticketId']));
      for (const id of drawn) names.add(id);
      await watched.look('the list');
      return names.size > VECTORS.length ? [] : [`${VECTORS.length + 1 - names.size} conversations`];
    });

    await page.goto(`/inbox/tickets/${collector.id}`);
    await watched.screen.isLive();
    await watched.screen.showDetails();
    await expect(watched.screen.details).toBeVisible();
    const told = await watched.readThread(
      'the thread on WhatsApp',
      VECTORS,
      async () => (await conversation.textContent()) ?? '',
    );
    expect(told).toContain('Refused <img src=x onerror=trap("refusal")>');
    await showWhatStandsAround(watched);

    await page.goto(`/inbox/tickets/${(await ticketOf(shop, PAINTER)).id}`);
    await conversation.getByRole('button', { name: /^Open image / }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await watched.look('the viewer');
  });
});

/** Calls whose answers nobody can spoil through a door: a backend in the wrong hands. */
async function answerHostile(page: Page): Promise<void> {
  const replies = VECTORS.map(({ content }, n) => ({ id: n + 1, shortcut: content, message: content }));
  await page.route('**/api/inbox/canned-message/', (route) =>
    route.fulfill({ json: { success: true, data: replies } }),
  );
  const refusal = { success: false, error: { message: `Toast ${SHORT} javascript:trap(1)`, code: 'refused' } };
  await page.route('**/api/inbox/ticket/remove-tags/', (route) => route.fulfill({ status: 400, json: refusal }));
}

/** Quick replies, the reply box, a toast, the palette and the dialog of subscribers. */
async function showWhatStandsAround(watched: WatchedInbox): Promise<void> {
  const { page, conversation, quickReplies, replyBox } = watched.screen;
  await watched.screen.showQuickReplies();
  await watched.look('the first quick replies');
  // Only the rows near the view are in the page.
  await quickReplies
    .getByRole('button', { name: /^Send / })
    .first()
    .focus();
  await page.keyboard.press('End');
  await expect(quickReplies).toContainText(VECTORS.at(-1)!.content);
  await watched.look('the last quick replies');
  await replyBox.fill(VECTORS[0]!.content);
  await watched.look('the reply box');
  await replyBox.fill('');

  await conversation
    .getByRole('button', { name: /^Remove tag / })
    .first()
    .click();
  await expect(page.getByText('Toast <img')).toBeVisible();
  await watched.look('a toast');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(SHORT);
  await watched.look('the palette');
  await page.keyboard.press('Escape');

  await conversation.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Subscribers', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Subscribers' })).toBeVisible();
  await watched.look('the subscribers');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
