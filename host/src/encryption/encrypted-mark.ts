import type { AgentId } from '@inbox/domain';
import * as z from 'zod/mini';
import { readStoredText, removeStored, writeStoredText } from '../storage';

/** Stands from before the first value of an agent is encrypted until the last one is decrypted. */
const nameOf = (agent: AgentId): string => `inbox.encrypted:${agent}`;

export const hasEncrypted = (agent: AgentId): boolean => readStoredText(nameOf(agent), z.string()) !== null;
export const markEncrypted = (agent: AgentId): void => writeStoredText(nameOf(agent), 'yes');
export const unmarkEncrypted = (agent: AgentId): void => removeStored(nameOf(agent));
