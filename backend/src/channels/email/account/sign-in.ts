import type { EmailAccount } from './account';
import { accessToken } from './oauth';

/** What a server is shown. */
export type Login = { user: string; pass: string } | { user: string; accessToken: string };

/** What of an account says how it signs in. */
export type LoginAccount = Pick<EmailAccount, 'external_id' | 'credentials'>;

/**
 * How an account signs in at the server that sends its mail, or at the one that has it; null where it needs not.
 * @throws AccessTokenError
 */
export async function loginOf<Of extends LoginAccount>(
  account: Of,
  way: 'in' | 'out',
  replaceRefreshToken: (account: Of, change: { from: string; to: string }) => Promise<void>,
): Promise<Login | null> {
  const { user, password, oauth, imap } = account.credentials;
  if (way === 'in' && imap !== undefined) return { user: imap.user, pass: imap.password };
  if (oauth !== undefined) {
    const onReplaced = (to: string) => replaceRefreshToken(account, { from: oauth.refresh_token, to });
    return { user: user ?? account.external_id, accessToken: await accessToken(oauth, { onReplaced }) };
  }
  return user !== null && password !== null ? { user, pass: password } : null;
}

/** Whatever must stand in no log and no message. */
export function secretsOf(
  { credentials: { password, oauth, imap } }: Pick<LoginAccount, 'credentials'>,
  login?: Login | null,
): string[] {
  const shown = login && ('pass' in login ? login.pass : login.accessToken);
  return [password, imap?.password, oauth?.client_secret, oauth?.refresh_token, shown].filter(
    (secret) => typeof secret === 'string',
  );
}

/** Servers on this machine, to which nothing travels. */
export const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** The code of a certificate that nobody trusts, or a library's word for encryption that failed. */
export function isAboutEncryption(code: string | undefined): boolean {
  return /^(?:ETLS|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code ?? '');
}
