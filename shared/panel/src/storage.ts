import type { AgentId, Schema } from '@inbox/domain';
import type { Report } from './runtime';

/** What a panel keeps in the browser, per agent. Nothing in it throws: a full or blocked storage is reported. */
export interface PanelStorage {
  /** Null when there is nothing, or when what stands there does not fit the schema. */
  read<T>(key: string, schema: Schema<T>): T | null;
  /** False when it could not be kept. */
  write(key: string, value: unknown): boolean;
  remove(key: string): void;
  /** The keys that begin with `prefix`, without the panel's own part. */
  keys(prefix?: string): string[];
  /** Calls back with the key of each change that another tab makes. @returns how to stop */
  watch(listener: (key: string) => void): () => void;
}

interface Area {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  names(): string[];
  watch(listener: (name: string) => void): () => void;
}

export interface PanelStorageParts {
  panel: string;
  /** Null: nobody is known to be signed in; kept in `memory` alone. */
  agentId: AgentId | null;
  memory: Map<string, string>;
  report: Report;
}

const browserArea: Area = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
  removeItem: (key) => localStorage.removeItem(key),
  names: () => Object.keys(localStorage),
  watch(listener) {
    const onStorage = ({ key }: StorageEvent) => key !== null && listener(key);
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
};

const memoryArea = (memory: Map<string, string>): Area => ({
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, text) => void memory.set(key, text),
  removeItem: (key) => void memory.delete(key),
  names: () => [...memory.keys()],
  watch: () => () => undefined,
});

export function createPanelStorage({ panel, agentId, memory, report }: PanelStorageParts): PanelStorage {
  const area = agentId === null ? memoryArea(memory) : browserArea;
  const prefix = `inbox.${panel}.${agentId ?? 'nobody'}.`;

  /** The storage may throw at any touch: blocked by the browser's settings, or full. */
  function guarded<T>(what: string, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      report({ level: 'warning', message: `Storage: ${what} failed`, detail: String(error) });
      return otherwise;
    }
  }

  return {
    read: (key, schema) =>
      guarded(`reading ${key}`, null, () => {
        const text = area.getItem(prefix + key);
        return text === null ? null : schema.parse(JSON.parse(text));
      }),
    write: (key, value) =>
      guarded(`writing ${key}`, false, () => {
        area.setItem(prefix + key, JSON.stringify(value));
        return true;
      }),
    remove: (key) => guarded(`removing ${key}`, undefined, () => area.removeItem(prefix + key)),
    keys: (start = '') =>
      guarded('listing keys', [], () =>
        area
          .names()
          .filter((name) => name.startsWith(prefix + start))
          .map((name) => name.slice(prefix.length)),
      ),
    watch: (listener) => area.watch((name) => name.startsWith(prefix) && listener(name.slice(prefix.length))),
  };
}
