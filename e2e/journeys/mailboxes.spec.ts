import { violations } from '../harness/accessibility';
import { addStoreAdmin } from '../harness/store-admin';
import { expect, test } from '../harness/test';

test('a mailbox that fails is named to the store admin alone, with the reason, until it works', async ({
  open,
  inbox,
}) => {
  const { admin, shop, asha } = inbox;
  const of = ['--merchant', shop.slug];
  const owner = await addStoreAdmin(inbox, 'Olga');
  const bar = /Mail for orders@.* does not come in: 127\.0\.0\.1:2 cannot be reached: .*ECONNREFUSED/;

  const { page } = await open(owner, { viewport: { width: 1280, height: 800 } });
  const { page: colleague } = await open(asha);
  await expect(page.getByRole('alert').filter({ hasText: 'does not come in' })).toHaveCount(0);
  const added = await admin(
    [
      ...['account', 'add', ...of, '--kind', 'email', '--id', `orders@${shop.slug}.example`, '--name', 'Orders'],
      ...['--out', 'smtp://127.0.0.1:2', '--imap', 'imaps://127.0.0.1:2'],
    ],
    JSON.stringify({ user: 'orders', password: 'secret' }),
  );
  const number = /\d+/.exec(added)?.[0] ?? '';
  const alert = page.getByRole('alert').filter({ hasText: bar });
  await expect(alert).toBeVisible({ timeout: 30_000 });
  expect(await admin(['account', 'list', ...of])).toMatch(bar);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(alert).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(colleague.getByText('does not come in')).toHaveCount(0);

  await admin(['account', 'set', ...of, number, '--imap', 'none']);
  await expect(alert).toHaveCount(0);
});
