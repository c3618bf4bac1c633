import type { BusEntry } from '@inbox/events';
import { createStore, type ReadableStore } from '@inbox/panel/store';

/** Entries that the log has at most … */
export const MAX_ENTRIES = 500;
/** … characters of all their payloads together … */
export const MAX_CHARACTERS = 400_000;
/** … and of one of them. */
export const MAX_PAYLOAD = 4_000;
/** Milliseconds for which what passes is gathered before it is drawn. */
const DRAW_AFTER_MS = 200;

/** What passes over the bus, and what panels report of themselves. */
export type EntryKind = BusEntry['kind'] | 'report';

export interface LogEntry {
  id: number;
  /** Milliseconds, as of Date.now. */
  at: number;
  kind: EntryKind;
  who: string;
  /** Of a report, its message. */
  topic: string;
  /** The payload as JSON, or the error; cut where it is very long. */
  text: string;
  isFault: boolean;
}

/** The newest of what passes, in this page's memory alone. */
export interface BusLog {
  /** Newest first. */
  entries: ReadableStore<readonly LogEntry[]>;
  isPaused: ReadableStore<boolean>;
  record(entry: { kind: EntryKind; who: string; topic: string; payload: unknown }): void;
  /** What passes meanwhile is not recorded. */
  pause(isPaused: boolean): void;
  clear(): void;
  stop(): void;
}

export function createBusLog(): BusLog {
  const entries = createStore<readonly LogEntry[]>([]);
  const isPaused = createStore(false);
  let kept: LogEntry[] = [];
  let characters = 0;
  let id = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const draw = () => {
    timer = undefined;
    entries.set(kept.toReversed());
  };
  return {
    entries,
    isPaused,
    record({ kind, who, topic, payload }) {
      if (isPaused.get()) return;
      const text = textOf(payload);
      const isFault = kind === 'fault' || kind === 'report' || payload instanceof Error;
      kept.push({ id: (id += 1), at: Date.now(), kind, who, topic, text, isFault });
      characters += text.length;
      while (kept.length > MAX_ENTRIES || characters > MAX_CHARACTERS) characters -= kept.shift()?.text.length ?? 0;
      timer ??= setTimeout(draw, DRAW_AFTER_MS);
    },
    pause: isPaused.set,
    clear() {
      kept = [];
      characters = 0;
      entries.set([]);
    },
    stop: () => clearTimeout(timer),
  };
}

function textOf(payload: unknown): string {
  // A panel may publish what no JSON is made of.
  const text = payload instanceof Error ? String(payload) : (safeJson(payload) ?? String(payload));
  return text.length > MAX_PAYLOAD ? `${text.slice(0, MAX_PAYLOAD)} …` : text;
}

function safeJson(payload: unknown): string | undefined {
  try {
    return JSON.stringify(payload, null, 1);
  } catch {
    return undefined;
  }
}

/** The entries that a filter leaves; letters of either case are the same. */
export function filtered(entries: readonly LogEntry[], typed: string, faultsOnly: boolean): readonly LogEntry[] {
  const query = typed.trim().toLowerCase();
  return entries.filter(
    ({ who, topic, text, isFault }) =>
      (isFault || !faultsOnly) && (query === '' || `${who} ${topic} ${text}`.toLowerCase().includes(query)),
  );
}
