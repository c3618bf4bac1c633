import type { AgentId } from '@inbox/domain';
import { removeStored, storedKeys } from '../storage';

const PREFIX = 'inbox.browserKey:';

/** Under which localStorage has the public half of an agent's key pair. */
export const publicKeyName = (agent: AgentId): string => `${PREFIX}${agent}`;

/** Whether this browser has some: without any it has encrypted nothing, and cannot. */
export const hasPublicKeys = (): boolean => storedKeys(PREFIX).length > 0;
export const removePublicKey = (agent: AgentId): void => removeStored(publicKeyName(agent));
