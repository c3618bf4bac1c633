import type { Person } from '@inbox/simulate';
import type { SeedDeps } from '../deps';
import type { SeedAdapters } from '../adapters';
import type { ReadyMerchant } from '../setting-up';
import { showChat } from './chat';
import { showComments } from './comments';
import { showMails } from './mails';
import { showStories } from './stories';
import type { Stage } from './stage';

/**
 * A few conversations that hold every kind of message between them, so that each can be seen without waiting for it to
 * happen. All are the first agent's.
 * @returns who wrote
 */
export async function enterShowcase(
  deps: SeedDeps,
  adapters: SeedAdapters,
  merchant: ReadyMerchant,
): Promise<Person[]> {
  const [owner] = merchant.signedIn;
  if (owner === undefined) throw new Error('A demo merchant has agents');
  const stage: Stage = { deps, adapters, merchant, owner };
  const people: Person[] = [];
  for (const show of [showMails, showComments, showStories, showChat]) people.push(...(await show(stage)));
  return people;
}
