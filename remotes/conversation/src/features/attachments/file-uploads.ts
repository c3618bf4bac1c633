import { ApiError, type UploadOptions } from '@inbox/api';
import type { TicketId, UploadedFile } from '@inbox/domain';

/** A file on its way into the reply to one ticket. */
export interface FileUpload {
  readonly key: number;
  readonly ticket: TicketId;
  readonly file: File;
  readonly isVoice: boolean;
  readonly state: { kind: 'uploading'; done: number } | { kind: 'error'; text: string; mayRetry: boolean };
}

/** Uploads of all tickets. Each knows its ticket from the start, so it can end up in no other's draft. */
export interface FileUploads {
  add(ticket: TicketId, file: File, options?: { isVoice?: boolean }): void;
  retry(key: number): void;
  /** Gives up an upload, or clears away one that failed. */
  cancel(key: number): void;
  of(ticket: TicketId): readonly FileUpload[];
  subscribe(listener: () => void): () => void;
  onFailed(listener: () => void): () => void;
  /** Gives up all. */
  dispose(): void;
}

interface Parts {
  upload(ticket: TicketId, file: File, options: UploadOptions): Promise<UploadedFile>;
  attach(ticket: TicketId, file: UploadedFile): void;
}

const NONE: readonly FileUpload[] = [];

export function createFileUploads({ upload, attach }: Parts): FileUploads {
  const byTicket = new Map<TicketId, readonly FileUpload[]>();
  const running = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  const failedListeners = new Set<() => void>();
  let lastKey = 0;

  const find = (key: number) => [...byTicket.values()].flat().find((one) => one.key === key);

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

  async function run(one: FileUpload): Promise<void> {
    const { key, ticket, file, isVoice } = one;
    const controller = new AbortController();
    const { signal } = controller;
    running.set(key, controller);
    const onProgress = (done: number) => {
      if (!signal.aborted) put({ ...one, state: { kind: 'uploading', done } });
    };
    try {
      const uploaded = await upload(ticket, file, { isVoice, signal, onProgress });
      if (signal.aborted) return;
      drop(one);
      attach(ticket, uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const mayRetry = !(error instanceof ApiError) || error.kind !== 'refused';
      put({ ...one, state: { kind: 'error', text: error instanceof Error ? error.message : '', mayRetry } });
      for (const listener of [...failedListeners]) listener();
    } finally {
      running.delete(key);
    }
  }

  return {
    add(ticket, file, { isVoice = false } = {}) {
      const one: FileUpload = { key: ++lastKey, ticket, file, isVoice, state: { kind: 'uploading', done: 0 } };
      change(ticket, (uploads) => [...uploads, one]);
      void run(one);
    },
    retry(key) {
      const one = find(key);
      if (one?.state.kind !== 'error') return;
      const again: FileUpload = { ...one, state: { kind: 'uploading', done: 0 } };
      put(again);
      void run(again);
    },
    cancel(key) {
      running.get(key)?.abort();
      const one = find(key);
      if (one) drop(one);
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
    dispose() {
      for (const controller of running.values()) controller.abort();
    },
  };
}
