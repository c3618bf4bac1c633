import * as z from 'zod/mini';
import type { FrameConfig } from './protocol';

/** An agent's token has the merchant's number, one of a page's server the short name. */
const Claims = z.union([z.object({ id: z.number() }), z.object({ iss: z.string() })]);

/**
 * Is the token of the merchant whose list let the page show this frame? Calls of the frame come from the inbox's own origin,
 * so that the server cannot compare the page's. What nobody can read here is not: the inbox would refuse it as well.
 */
export function isOfMerchant(token: string, { merchant, merchantId }: FrameConfig): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = Claims.safeParse(JSON.parse(atob(payload)));
    if (!claims.success) return false;
    return 'id' in claims.data ? claims.data.id === merchantId : claims.data.iss === merchant;
  } catch {
    return false;
  }
}
