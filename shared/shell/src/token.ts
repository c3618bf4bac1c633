import { profileSchema, type Profile } from '@inbox/domain';

/**
 * The user in a login token's payload; null when it is not one. The signature is the server's to check, and so is the
 * expiry: an agent's clock that is wrong must not send them round and round to the login page.
 */
export function decodeToken(token: string): Profile | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const parsed = profileSchema.safeParse(JSON.parse(fromBase64Url(payload)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
