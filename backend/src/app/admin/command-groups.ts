import type { Command, StandaloneContext } from './command';

type Load<Each> = () => Promise<readonly Each[]>;

/**
 * Commands by their first word, in the order of the help. The code of a group is loaded when one of it is asked for: most of
 * the time of a short command was the loading of all others.
 */
const GROUPS = new Map<string, Load<Command>>([
  ['merchant', async () => (await import('./merchant')).merchantCommands],
  ['agent', async () => [...(await import('./agent')).agentCommands, ...(await import('./sign-in')).signInCommands]],
  ['account', async () => (await import('./account')).accountCommands],
  ['email-group', async () => (await import('./email-group')).emailGroupCommands],
  ['field', async () => (await import('./field')).fieldCommands],
  ['shop', async () => (await import('./shop')).shopCommands],
  ['panel-token', async () => (await import('./panel-token')).panelTokenCommands],
  ['embed', async () => (await import('./embed')).embedCommands],
  ['inbox-kept', async () => (await import('./dead-letters')).deadLetterCommands],
  ['outbox', async () => (await import('./outbox')).outboxCommands],
  ['audit', async () => (await import('./audit')).auditCommands],
  ['customer', async () => (await import('./customer')).customerCommands],
  ['retention', async () => (await import('./retention')).retentionCommands],
  ['cell', async () => (await import('./cell')).cellCommands],
  ['keys', async () => (await import('./keys')).keyCommands],
]);

const backup: Load<Command<StandaloneContext>> = async () => (await import('./backup')).backupCommands;

/** These need no database, or open one themselves. */
const STANDALONE = new Map<string, Load<Command<StandaloneContext>>>([
  ['backup', backup],
  ['restore', backup],
  ['database', async () => (await import('./database')).databaseCommands],
  ['files', async () => (await import('./files')).fileCommands],
  ['cell', async () => (await import('./cell')).cellMoveCommands],
  ['doctor', async () => (await import('./doctor')).doctorCommands],
]);

/** The commands whose names begin with this word; none of another. */
export async function commandsFor(word: string) {
  const [commands, standalone] = await Promise.all([GROUPS.get(word)?.() ?? [], STANDALONE.get(word)?.() ?? []]);
  return { commands, standalone };
}

/** All there are, each once. */
export async function allCommands(): Promise<readonly (Command | Command<StandaloneContext>)[]> {
  const groups = await Promise.all([...GROUPS.values(), ...new Set(STANDALONE.values())].map((load) => load()));
  return groups.flat();
}
