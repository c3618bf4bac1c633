import type { Report } from '@inbox/panel';
import { createListeners, type Listeners } from '@inbox/panel/store';
import { dequal } from 'dequal/lite';
import { KINDS, type Kind } from './record-db';
import { recordSchemas, type RecordTypes } from './record-types';

/** A record's kind and its key. */
export type RecordKey = readonly [Kind, string];

/** Parsed copy of the stored records in memory, and its listeners. */
export interface RecordCopy {
  of<K extends Kind>(kind: K): ReadonlyMap<string, RecordTypes[K]>;
  /** @returns null for an absent record, and for one that does not fit its schema, which is reported and stays stored */
  parse<K extends Kind>(kind: K, key: string, value: unknown): RecordTypes[K] | null;
  parseAll<K extends Kind>(kind: K, values: ReadonlyMap<string, unknown>): Map<string, RecordTypes[K]>;
  /** Puts a record, or removes it with null. An equal record stays the same object, so that nothing renders again. */
  place<K extends Kind>(kind: K, key: string, record: RecordTypes[K] | null): void;
  /** Notifies listeners of changed records; `elsewhere` if another tab has changed them, or they were loaded. */
  notify(keys: readonly RecordKey[], elsewhere: boolean): void;
  onChange(kind: Kind, listener: (keys: readonly string[], elsewhere: boolean) => void): () => void;
}

export function createRecordCopy(report: Report): RecordCopy {
  const stored: { [K in Kind]: Map<string, RecordTypes[K]> } = {
    outbox: new Map(),
    drafts: new Map(),
    'comment-drafts': new Map(),
    uploads: new Map(),
    handled: new Map(),
    undo: new Map(),
    changes: new Map(),
  };
  const changes = new Map<Kind, Listeners<[keys: readonly string[], elsewhere: boolean]>>(
    KINDS.map((kind) => [kind, createListeners()]),
  );

  function parse<K extends Kind>(kind: K, key: string, value: unknown): RecordTypes[K] | null {
    if (value === undefined) return null;
    const parsed = recordSchemas[kind].safeParse(value);
    if (parsed.success) return parsed.data;
    report({
      level: 'warning',
      message: `Storage: a record of ${kind} does not fit`,
      detail: `${key} is left as it is`,
    });
    return null;
  }

  return {
    of: (kind) => stored[kind],
    parse,
    parseAll<K extends Kind>(kind: K, values: ReadonlyMap<string, unknown>) {
      const parsed = new Map<string, RecordTypes[K]>();
      for (const [key, value] of values) {
        const record = parse(kind, key, value);
        if (record !== null) parsed.set(key, record);
      }
      return parsed;
    },
    place(kind, key, record) {
      if (record === null) stored[kind].delete(key);
      else if (!dequal(stored[kind].get(key), record)) stored[kind].set(key, record);
    },
    notify(keys, elsewhere) {
      for (const [kind, listeners] of changes) {
        const changed = keys.filter(([of]) => of === kind).map(([, key]) => key);
        if (changed.length > 0) listeners.notify(changed, elsewhere);
      }
    },
    onChange: (kind, listener) => changes.get(kind)?.subscribe(listener) ?? (() => undefined),
  };
}
