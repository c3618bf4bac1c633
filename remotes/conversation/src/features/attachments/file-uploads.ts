import { ApiError, type UploadOptions } from '@inbox/api';
import type { TicketId, UploadedFile } from '@inbox/domain';
import { messages } from '../../messages';
import type { BegunUpload } from './begun-uploads';
import type { FileHeap } from './file-heap';

/** A file on its way into the reply to one ticket. */
export interface FileUpload {
  readonly key: string;
  readonly ticket: TicketId;
  readonly name: string;
  readonly state: { kind: 'uploading'; done: number } | { kind: 'error'; text: string; mayRetry: boolean };
}

/**
 * Uploads of all tickets. Each knows its ticket from the start, so it can end up in no other's draft; and each is written
 * down before it begins, so that a reload goes on with it.
 */
export interface FileUploads {
  /** Goes on with what an earlier page began; returns how to stop, which gives up nothing. */
  start(): () => void;
  add(ticket: TicketId, file: File, options?: { isVoice?: boolean }): void;
  retry(key: string): void;
  /** Gives up an upload, or clears away one that failed. */
  cancel(key: string): void;
  of(ticket: TicketId): readonly FileUpload[];
  subscribe(listener: () => void): () => void;
  /** Calls back with each upload that fails. */
  onFailed(listener: (failed: FileUpload) => void): () => void;
}

interface Parts {
  upload(ticket: TicketId, file: File, options: UploadOptions): Promise<UploadedFile>;
  attach(ticket: TicketId, file: UploadedFile): void;
  /** Another tab has attached it: the draft is to be read anew. */
  reread(ticket: TicketId): void;
  /** Where begun uploads survive a reload; shared by all tabs. */
  store: { load(): BegunUpload[]; change(edit: (stored: BegunUpload[]) => BegunUpload[]): void };
  heap: FileHeap;
  /** Does this while no other tab does it. */
  alone(key: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** A random UUID. */
  newKey(): string;
}

const NONE: readonly FileUpload[] = [];
/** Bytes; what is beyond them is uploaded as well, but not kept for a reload. */
const MOST_KEPT = 200_000_000;

const shownOf = ({ key, ticket_id, name }: BegunUpload): FileUpload => ({
  key,
  ticket: ticket_id,
  name,
  state: { kind: 'uploading', done: 0 },
});

export function createFileUploads({ upload, attach, reread, store, heap, alone, newKey }: Parts): FileUploads {
  const byTicket = new Map<TicketId, readonly FileUpload[]>();
  for (const begun of store.load()) {
    byTicket.set(begun.ticket_id, [...(byTicket.get(begun.ticket_id) ?? NONE), shownOf(begun)]);
  }
  /** What this page was given itself. */
  const files = new Map<string, File>();
  /** Until they have ended nothing can be removed. */
  const puts = new Map<string, Promise<void>>();
  let isSwept = false;
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  const failedListeners = new Set<(failed: FileUpload) => void>();

  const begunOf = (key: string) => store.load().find((one) => one.key === key);

  function change(ticket: TicketId, edit: (uploads: readonly FileUpload[]) => readonly FileUpload[]): void {
    const changed = edit(byTicket.get(ticket) ?? NONE);
    if (changed.length === 0) byTicket.delete(ticket);
    else byTicket.set(ticket, changed);
    for (const listener of [...listeners]) listener();
  }

  const put = (changed: FileUpload) =>
    change(changed.ticket, (uploads) => uploads.map((one) => (one.key === changed.key ? changed : one)));
  const drop = ({ key, ticket }: FileUpload) =>
    change(ticket, (uploads) => uploads.filter((other) => other.key !== key));

  function fail(one: FileUpload, text: string, mayRetry: boolean): void {
    const failed: FileUpload = { ...one, state: { kind: 'error', text, mayRetry } };
    put(failed);
    for (const listener of [...failedListeners]) listener(failed);
  }

  function keep(key: string, file: File): void {
    const size = store.load().reduce((sum, begun) => sum + begun.size, 0);
    if (size > MOST_KEPT) return;
    // Not kept, it is uploaded all the same; only a reload would miss it, and says so.
    puts.set(
      key,
      heap.put(key, file).catch(() => undefined),
    );
  }

  function forget(key: string): void {
    store.change((stored) => stored.filter((one) => one.key !== key));
    files.delete(key);
    const ended = puts.get(key) ?? Promise.resolve();
    puts.delete(key);
    // What stays behind is swept away later.
    ended.then(() => heap.remove(key)).catch(() => undefined);
  }

  /** Bytes of uploads that nobody knows any more; one that begins meanwhile was written down before its bytes were. */
  async function sweep(): Promise<void> {
    if (isSwept) return;
    isSwept = true;
    for (const key of await heap.keys()) {
      if (begunOf(key) === undefined) await heap.remove(key);
    }
  }

  async function fileOf({ key, name }: BegunUpload): Promise<File | null> {
    const known = files.get(key);
    if (known) return known;
    const bytes = await heap.get(key).catch(() => null);
    return bytes && new File([bytes], name, { type: bytes.type });
  }

  async function work(one: FileUpload, begun: BegunUpload, signal: AbortSignal): Promise<void> {
    const file = await fileOf(begun);
    if (signal.aborted) return;
    if (file === null) return fail(one, messages.files.lost, false);
    const onProgress = (done: number) => {
      if (!signal.aborted) put({ ...one, state: { kind: 'uploading', done } });
    };
    try {
      const uploaded = await upload(one.ticket, file, { isVoice: begun.is_voice, signal, onProgress });
      if (signal.aborted) return;
      attach(one.ticket, uploaded);
      forget(one.key);
      drop(one);
    } catch (error) {
      if (signal.aborted) return;
      const mayRetry = !(error instanceof ApiError) || error.kind !== 'refused';
      fail(one, error instanceof Error ? error.message : '', mayRetry);
    }
  }

  async function run(one: FileUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(one.key, controller);
    await alone(one.key, signal, async () => {
      if (signal.aborted) return;
      const begun = begunOf(one.key);
      if (begun) return work(one, begun, signal);
      reread(one.ticket);
      drop(one);
    });
    if (running.get(one.key) === controller) running.delete(one.key);
  }

  return {
    start() {
      const begun = [...byTicket.values()].flat();
      if (begun.length > 0) void sweep().catch(() => undefined);
      for (const one of begun) void run(one);
      return () => {
        for (const controller of running.values()) controller.abort();
        running.clear();
      };
    },
    add(ticket, file, { isVoice = false } = {}) {
      const begun = { key: newKey(), ticket_id: ticket, name: file.name, size: file.size, is_voice: isVoice };
      files.set(begun.key, file);
      store.change((stored) => [...stored, begun]);
      keep(begun.key, file);
      void sweep().catch(() => undefined);
      const one = shownOf(begun);
      change(ticket, (uploads) => [...uploads, one]);
      void run(one);
    },
    retry(key) {
      const one = [...byTicket.values()].flat().find((other) => other.key === key);
      if (one?.state.kind !== 'error') return;
      const again: FileUpload = { ...one, state: { kind: 'uploading', done: 0 } };
      put(again);
      void run(again);
    },
    cancel(key) {
      running.get(key)?.abort();
      const one = [...byTicket.values()].flat().find((other) => other.key === key);
      if (!one) return;
      forget(key);
      drop(one);
    },
    of: (ticket) => byTicket.get(ticket) ?? NONE,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFailed(listener) {
      failedListeners.add(listener);
      return () => failedListeners.delete(listener);
    },
  };
}
