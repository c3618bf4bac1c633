import { createHash, randomUUID } from 'node:crypto';
import { PROOF_MS, type Tokens } from '../agents/sessions/token';
import { cookieOf, readCookie } from '../platform/http/cookies';

/** Half a year, in seconds. */
const MAX_AGE = PROOF_MS / 1000;
const PURPOSE = 'known device';

/** One cookie for each account that has signed in in this browser; its name does not tell which. */
const nameFor = (account: string): string =>
  `inbox_device_${createHash('sha256').update(account).digest('base64url').slice(0, 12)}`;

const proven = (id: string, account: string): string => JSON.stringify([id, account]);

/** The id of the browser, when this account has signed in in it before; null otherwise. */
export function readDevice(tokens: Pick<Tokens, 'isMac'>, cookies: string | undefined, account: string): string | null {
  const [id = '', proof = ''] = readCookie(cookies, nameFor(account))?.split('.') ?? [];
  return id !== '' && tokens.isMac(PURPOSE, proven(id, account), proof) ? id : null;
}

/** The cookie that makes this browser known for the account: for the sign-in page alone, out of reach of scripts. */
export function deviceCookie(
  tokens: Pick<Tokens, 'mac'>,
  account: string,
  { device, secure }: { device: string | null; secure: boolean },
): string {
  const id = device ?? randomUUID();
  const value = `${id}.${tokens.mac(PURPOSE, proven(id, account))}`;
  return cookieOf(nameFor(account), value, { maxAge: MAX_AGE, path: '/main-site/login', sameSite: 'Strict', secure });
}
