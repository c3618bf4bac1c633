import type { Inbox } from './inbox';

/** Adds a store admin to the shop, beside its agents. */
export async function addStoreAdmin({ admin, shop, asha }: Inbox, first_name: string): Promise<Inbox['asha']> {
  const email = `${first_name.toLowerCase()}@${shop.slug}.example`;
  const given = ['--merchant', shop.slug, '--email', email, '--first-name', first_name, '--store-admin', 'yes'];
  await admin(['agent', 'add', ...given], asha.password);
  return { ...asha, email, first_name, last_name: '', full_name: first_name };
}
