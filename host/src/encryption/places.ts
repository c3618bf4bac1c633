import { agentIdSchema, type AgentId } from '@inbox/domain';

/**
 * Whose a database or a key of localStorage is, by its name: panels begin it with their place, `inbox.<panel>.<agent>`.
 * Null for what is the shell's, and for what panels in pages of other products store (`inbox.embed.…`): signing out there is
 * that product's.
 */
export function agentOf(name: string): AgentId | null {
  const [, digits] = /^inbox\.(?!embed\.)[a-z][a-z-]*(?:\.[a-z][a-z-]*)?\.(\d+)(?:\.|$)/.exec(name) ?? [];
  const agent = digits === undefined ? null : agentIdSchema.safeParse(Number(digits));
  return agent?.success ? agent.data : null;
}

/** The panel that has stored it; only for a name that is an agent's. */
export const panelOf = (name: string): string => name.split('.')[1] ?? '';

/** Whether it is a panel's copy of what the server has, such as the agents' names: nothing is lost with it. */
export const isCopy = (name: string): boolean => /\.\d+\.copy\./.test(name);

/** The names of the databases that panels have made for agents. @throws in a browser that does not list its databases */
export async function databasesOfAgents(): Promise<string[]> {
  if (!('indexedDB' in globalThis)) return [];
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
  return names.filter((name) => agentOf(name) !== null);
}

export const keysOfAgents = (): string[] => Object.keys(localStorage).filter((key) => agentOf(key) !== null);
