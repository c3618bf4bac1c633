import type { AgentId, Schema } from '@inbox/domain';
import type { Report } from '../runtime/runtime';

/** What a panel keeps in the browser, per agent. Nothing in it throws: a full or blocked storage is reported. */
export interface PanelStorage {
  /** What is this panel's and this agent's in the browser; for names of databases, locks and channels. */
  place: string;
  /** Null when there is nothing, or when what stands there does not fit the schema. */
  read<T>(key: string, schema: Schema<T>): T | null;
  /** A key that begins with `copy.` holds what the server has, too: a sign-out removes it. False when it could not be kept. */
  write(key: string, value: unknown): boolean;
  remove(key: string): void;
  /** The keys that begin with `prefix`, without the panel's own part. */
  keys(prefix?: string): string[];
  /** Calls back when another tab has changed what is kept under this key. Returns the unsubscribe function. */
  onChange(key: string, listener: () => void): () => void;
  /** Puts a text where this tab alone finds it, also after a reload; returns the one before. */
  swapInTab(key: string, text: string): string | null;
}

interface Area {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  names(): string[];
  swapInTab(key: string, text: string): string | null;
}

export interface PanelStorageParts {
  /** Of the page; see `PanelPorts`. */
  area: string;
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
  swapInTab(key, text) {
    const before = sessionStorage.getItem(key);
    sessionStorage.setItem(key, text);
    return before;
  },
};

const memoryArea = (memory: Map<string, string>): Area => ({
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, text) => void memory.set(key, text),
  removeItem: (key) => void memory.delete(key),
  names: () => [...memory.keys()],
  swapInTab(key, text) {
    const before = memory.get(key) ?? null;
    memory.set(key, text);
    return before;
  },
});

export function createPanelStorage({
  area: pageArea,
  panel,
  agentId,
  memory,
  report,
}: PanelStorageParts): PanelStorage {
  const area = agentId === null ? memoryArea(memory) : browserArea;
  const place = `${pageArea}.${panel}.${agentId ?? 'nobody'}`;
  const prefix = `${place}.`;

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
    place,
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
    swapInTab: (key, text) =>
      guarded(`writing ${key} in the tab`, null, () => area.swapInTab(`${prefix}tab.${key}`, text)),
    onChange(key, listener) {
      // Without a key everything was cleared away. What is in memory alone is this page's own.
      const onStorage = (event: StorageEvent) => (event.key === prefix + key || event.key === null) && listener();
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
    keys: (start = '') =>
      guarded('listing keys', [], () =>
        area
          .names()
          .filter((name) => name.startsWith(prefix + start))
          .map((name) => name.slice(prefix.length)),
      ),
  };
}
