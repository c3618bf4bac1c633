import type { Schema } from '@inbox/domain';
import {
  commandTopics,
  eventTopics,
  panelActCommand,
  panelActionsTopic,
  panelUnsentCommand,
  stateTopics,
  type TopicOwner,
} from './topics';

export type TopicKind = 'state' | 'event' | 'command';

/** A topic in the version that this page has of it. */
export interface KnownTopic {
  kind: TopicKind;
  schema: Schema<unknown>;
  /** Who sets the state, emits the event or handles the command. */
  owner: TopicOwner | { panel: string };
}

interface Entry {
  version: number;
  schema: Schema<unknown>;
  owner: TopicOwner;
}

const tables: readonly (readonly [TopicKind, Readonly<Record<string, Entry>>])[] = [
  ['state', stateTopics],
  ['event', eventTopics],
  ['command', commandTopics],
];

/** A panel's own three topics, by what their names begin with. */
const ownTopics = {
  actions: { kind: 'state', ...panelActionsTopic },
  act: { kind: 'command', ...panelActCommand },
  unsent: { kind: 'command', ...panelUnsentCommand },
} as const;

/** @param key `name@version` · returns null for a topic, or a version of one, that this page does not have */
export function knownTopic(key: string): KnownTopic | null {
  const [, name, version] = /^(.+)@(\d+)$/.exec(key) ?? [];
  if (name === undefined) return null;
  for (const [kind, table] of tables) {
    const entry = Object.hasOwn(table, name) ? table[name] : undefined;
    if (entry) return String(entry.version) === version ? { kind, schema: entry.schema, owner: entry.owner } : null;
  }
  const [, prefix, panel] = /^(actions|act|unsent)\.(.+)$/.exec(name) ?? [];
  if ((prefix !== 'actions' && prefix !== 'act' && prefix !== 'unsent') || panel === undefined) return null;
  const own = ownTopics[prefix];
  return String(own.version) === version ? { kind: own.kind, schema: own.schema, owner: { panel } } : null;
}

/** Does this page have the topic, as a panel declares it? `live.*@1` and `act.*@1` stand for all of these names. */
export const isKnownTopic = (declared: string): boolean =>
  declared === 'live.*@1' || declared === 'act.*@1' || knownTopic(declared) !== null;
