import { publicBrowserKeySchema, type PublicBrowserKey } from '@inbox/api/browser-key';
import type { AgentId } from '@inbox/domain';
import { readStored, writeStored } from '../storage';
import { publicKeyName } from './public-key-names';

/**
 * The public half of an agent's key pair. Every page of this browser may have it: it encrypts, and reads nothing. Null while the
 * server has not given it.
 */
export const readPublicKey = (agent: AgentId): PublicBrowserKey | null =>
  readStored(publicKeyName(agent), publicBrowserKeySchema);
export const writePublicKey = (agent: AgentId, { kty, crv, x, y }: PublicBrowserKey): void =>
  writeStored(publicKeyName(agent), { kty, crv, x, y });
