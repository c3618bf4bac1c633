import type { Command, StandaloneContext } from './command';
import type { CommandGroup } from './program';

type Load<Each> = () => Promise<readonly Each[]>;

interface LoadedGroup extends CommandGroup {
  /** An older name that still works. */
  alias?: string;
  /** Commands that work on the database. */
  load?: Load<Command>;
  /** Commands that need no database, or open one themselves. */
  loadStandalone?: Load<Command<StandaloneContext>>;
}

const SET_UP = 'Set up a shop:';
const LOOK_AFTER = 'Look after the inbox:';
const PRIVACY = "Customers' data:";
const DATA = 'Database, files and keys:';
const TEAMS = 'Panels of other teams and pages:';

const backup: Load<Command<StandaloneContext>> = async () => (await import('./look-after/backup')).backupCommands;

/**
 * All groups in the order of the help. The code of a group is loaded when one of its commands is run: loading all of them took most
 * of the time of a short command.
 */
export const GROUPS: readonly LoadedGroup[] = [
  {
    name: 'merchant',
    heading: SET_UP,
    summary: 'shops whose agents use this inbox',
    load: async () => (await import('./set-up/merchant')).merchantCommands,
  },
  {
    name: 'agent',
    heading: SET_UP,
    summary: 'agents: permissions, passwords, sessions',
    load: async () => [
      ...(await import('./set-up/agent')).agentCommands,
      ...(await import('./set-up/sign-in')).signInCommands,
    ],
  },
  {
    name: 'account',
    heading: SET_UP,
    summary: 'WhatsApp numbers, pages, mailboxes and phone lines',
    load: async () => (await import('./set-up/account')).accountCommands,
  },
  {
    name: 'shop',
    heading: SET_UP,
    summary: 'Shopify, for orders and abandoned checkouts',
    load: async () => (await import('./set-up/shop')).shopCommands,
  },
  {
    name: 'field',
    heading: SET_UP,
    summary: 'custom fields of tickets',
    load: async () => (await import('./set-up/field')).fieldCommands,
  },
  {
    name: 'email-group',
    heading: SET_UP,
    summary: 'groups of recipients',
    load: async () => (await import('./set-up/email-group')).emailGroupCommands,
  },
  {
    name: 'doctor',
    heading: LOOK_AFTER,
    summary: 'check everything, and say what to do',
    loadStandalone: async () => (await import('./look-after/doctor')).doctorCommands,
  },
  {
    name: 'outbox',
    heading: LOOK_AFTER,
    summary: 'what waits to be sent or could not be sent',
    load: async () => (await import('./look-after/outbox')).outboxCommands,
  },
  {
    name: 'dead-letters',
    alias: 'inbox-kept',
    heading: LOOK_AFTER,
    summary: 'what came in and was not understood',
    load: async () => (await import('./look-after/dead-letters')).deadLetterCommands,
  },
  {
    name: 'audit',
    heading: LOOK_AFTER,
    summary: 'who did what',
    load: async () => (await import('./look-after/audit')).auditCommands,
  },
  { name: 'backup', heading: LOOK_AFTER, summary: 'make and check archives', loadStandalone: backup },
  { name: 'restore', heading: LOOK_AFTER, summary: 'make a data folder from an archive', loadStandalone: backup },
  {
    name: 'customer',
    heading: PRIVACY,
    summary: 'export or erase a customer',
    load: async () => (await import('./privacy/customer')).customerCommands,
  },
  {
    name: 'retention',
    heading: PRIVACY,
    summary: 'erase old tickets every night',
    load: async () => (await import('./privacy/retention')).retentionCommands,
  },
  {
    name: 'keys',
    heading: DATA,
    summary: 'keys that sign tokens and encrypt credentials',
    load: async () => (await import('./data/keys')).keyCommands,
  },
  {
    name: 'database',
    heading: DATA,
    summary: 'copy to another PostgreSQL, or move to a newer one',
    loadStandalone: async () => (await import('./data/database')).databaseCommands,
  },
  {
    name: 'files',
    heading: DATA,
    summary: 'copy files to a bucket; find files that no message names',
    loadStandalone: async () => (await import('./data/files')).fileCommands,
  },
  {
    name: 'cell',
    heading: DATA,
    summary: 'several databases behind one address',
    load: async () => (await import('./data/cell')).cellCommands,
    loadStandalone: async () => (await import('./data/cell')).cellMoveCommands,
  },
  {
    name: 'panel-token',
    heading: TEAMS,
    summary: 'tokens with which teams publish panels',
    load: async () => (await import('./teams/panel-token')).panelTokenCommands,
  },
  {
    name: 'embed',
    heading: TEAMS,
    summary: 'pages that may show panels, and their secrets',
    load: async () => (await import('./teams/embed')).embedCommands,
  },
];

/** A line as the parser knows it: with the group's present name, and `help agent` as `agent --help`. */
export function normalLine([first, ...rest]: readonly string[]): string[] {
  if (first === undefined || first === 'help') return [...rest, '--help'];
  const renamed = GROUPS.find(({ alias }) => alias === first);
  return [renamed?.name ?? first, ...rest];
}

/** The commands of the group that a line begins with; none of another word. */
export async function commandsFor(word: string | undefined) {
  const group = GROUPS.find(({ name }) => name === word);
  if (group === undefined) return { commands: [], standalone: [] };
  const [commands, standalone] = await Promise.all([group.load?.() ?? [], group.loadStandalone?.() ?? []]);
  const isOwn = ({ name }: Pick<Command, 'name'>) => name === group.name || name.startsWith(`${group.name} `);
  return { commands: commands.filter(isOwn), standalone: standalone.filter(isOwn) };
}
