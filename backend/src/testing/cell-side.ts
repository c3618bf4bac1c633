import { randomUUID } from 'node:crypto';
import type { AgentId } from '@inbox/domain';
import pino from 'pino';
import { openVault } from '../accounts/vault';
import { startSession } from '../agents/sign-in/sign-in';
import { fixedKeys } from '../agents/sessions/signing-keys';
import { createTokens } from '../agents/sessions/token';
import { startInbox, type Inbox } from '../app/inbox';
import { readSettings } from '../app/settings/settings';
import type { TestCell } from './cells';
import { addShop, type Shop } from './channel-world';
import { hashCheaply } from './password';
import { addAgent } from './rows';

export const SECRET = 'a secret for tests, long enough to be one';
export const CELL_SECRET = 'another secret, of the directory and its cells';
export const PASSWORD = 'correct horse battery';

/** A cell with its inbox, and a merchant that has an agent and two accounts. */
export interface Side {
  cell: TestCell;
  inbox: Inbox;
  chats: Shop;
  mailbox: Shop;
  agent: { id: AgentId; email: string };
  token: string;
}

/** @param more settings of a cell whose merchant has this short name */
export async function openSide(
  cell: TestCell,
  dataDir: string,
  more: (merchant: string) => object = () => ({}),
): Promise<Side> {
  const vault = await openVault(dataDir);
  const world = { test: cell.store, vault };
  const chats = await addShop(world, 'whatsapp');
  const mailbox = await addShop(world, 'email');
  const email = `${randomUUID()}@shop.example`;
  const password_hash = hashCheaply(PASSWORD);
  const id = await addAgent(cell.store.db, chats.merchantId, { email, password_hash });
  const merchant = await cell.store.db
    .selectFrom('merchants')
    .select('slug')
    .where('id', '=', chats.merchantId)
    .executeTakeFirstOrThrow();
  const env = {
    PORT: '0',
    DATABASE_URL: cell.url,
    INBOX_SMTP_PORT: '0',
    INBOX_SMTP_PROXIES: '127.0.0.1',
    INBOX_SEED: 'none',
    INBOX_MAIL_CHECK: 'no',
    INBOX_JWT_SECRET: SECRET,
    INBOX_CELL_SECRET: CELL_SECRET,
    INBOX_DATA_DIR: dataDir,
    ...more(merchant.slug),
  };
  const inbox = await startInbox({
    settings: readSettings(env, '/'),
    root: '/nowhere',
    logger: pino({ level: 'silent' }),
    say: () => undefined,
    fail: () => undefined,
    signal: new AbortController().signal,
  });
  const session = { ...inbox.context, tokens: createTokens(fixedKeys([SECRET])) };
  const token = (await startSession(session, chats.merchantId, id)) ?? '';
  return { cell, inbox, chats, mailbox, agent: { id, email }, token };
}
