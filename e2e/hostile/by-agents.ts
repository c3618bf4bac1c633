import { expect } from '@playwright/test';
import type { Inbox } from '../harness/inbox';
import { VECTORS, together } from '@inbox/domain/testing/hostile';
import type { HostileShop, ListedTicket } from './shop';

/** What agents and their programs bring in: replies and tags. */
export async function writeAsAgent({ url }: Inbox, shop: HostileShop, ticket: ListedTicket): Promise<void> {
  const headers = { authorization: await shop.authorization(), 'content-type': 'application/json' };
  const call = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, response.status, response.ok ? '' : await response.text()]).toEqual([path, 200, '']);
  };
  const { id: ticket_id, conversation_id, conversation_source } = ticket;
  for (const message of together(VECTORS, 40)) {
    const temp_id = crypto.randomUUID();
    await call('/api/inbox/ticket/reply/', { message, conversation_id, temp_id, conversation_source, ticket_id });
  }
  for (const { content } of VECTORS.filter((_, n) => n % 12 === 0)) {
    const tags = content.replaceAll(',', ' ').slice(0, 50).trim();
    await call('/api/inbox/ticket/add-tags/', { ticket_id, tags });
  }
}
