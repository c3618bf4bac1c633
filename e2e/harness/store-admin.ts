import { randomBytes } from 'node:crypto';
import type { Inbox } from './inbox';

/** Adds a store admin to the shop: what an agent of the other journeys may do stays what it is. */
export async function addStoreAdmin({ admin, shop, asha }: Inbox, first_name: string): Promise<Inbox['asha']> {
  // Another file on the same inbox may have somebody of that name.
  const email = `${first_name.toLowerCase()}.${randomBytes(3).toString('hex')}@${shop.slug}.example`;
  const given = ['--merchant', shop.slug, '--email', email, '--first-name', first_name, '--store-admin', 'yes'];
  await admin(['agent', 'add', ...given], asha.password);
  return { ...asha, email, first_name, last_name: '', full_name: first_name };
}
