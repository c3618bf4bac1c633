import pino from 'pino';
import { startInbox, type Inbox } from '../app/inbox';
import { readSettings, type Role } from '../app/settings/settings';
import type { ChannelWorld } from './channel-world';

/** Signs the tokens of all nodes of the tests. */
export const ROLE_SECRET = 'a secret for tests, long enough to be one';

/**
 * Starts one node of an inbox, with one role alone, on free ports.
 * @param brokerPort of the Redis that tells the nodes of each other
 */
export async function startRole(role: Role, { dataDir, test }: ChannelWorld, brokerPort: number): Promise<Inbox> {
  const env = {
    PORT: '0',
    INBOX_ROLE: role,
    INBOX_SMTP_PORT: '0',
    INBOX_SEED: 'none',
    INBOX_MAIL_CHECK: 'no',
    INBOX_JWT_SECRET: ROLE_SECRET,
    INBOX_DATA_DIR: dataDir,
    DATABASE_URL: test.url,
    INBOX_BROKER_URL: `redis://127.0.0.1:${brokerPort}`,
  };
  return startInbox({
    settings: readSettings(env, '/'),
    root: '/nowhere',
    logger: pino({ level: 'silent' }),
    say: () => undefined,
    fail: () => undefined,
    signal: new AbortController().signal,
  });
}
