import { type UploadOptions, ApiError } from '@inbox/api';
import type { MailKind, TicketId, UploadedFile } from '@inbox/domain';
import { createKeyedStore, createListeners } from '@inbox/panel/store';
import { messages } from '../messages';
import type { AlsoWrite } from '../storage/records';
import type { BegunUpload } from '../storage/begun-upload';
import { createStoredUploads, type StoredUploadsDeps } from './stored-uploads';

const NOT_ALLOWED = 403;

/** Whether the server will never take it, however often it is asked. What is too soon or not allowed now may be taken later. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && !error.isTooSoon && error.details.status !== NOT_ALLOWED;

/** A file on its way into the reply to one ticket. */
export interface FileUpload {
  readonly key: string;
  readonly ticket: TicketId;
  readonly name: string;
  /** Its place among the files of the reply. */
  readonly chosen: number;
  readonly state: UploadState;
}

export type UploadState =
  /** `done`: from 0 to 1; `isStalled`: nothing more has left for a while, nor was it answered. */
  { kind: 'uploading'; done: number; isStalled: boolean } | { kind: 'error'; text: string; mayRetry: boolean };

/** What is special about a file: a recorded voice message, or one to be sent as a document whatever it shows. */
export interface AddOptions {
  isVoice?: boolean;
  asDocument?: boolean;
}

/**
 * Uploads of all tickets. Each knows its ticket from the start, so it can end up in no other's draft; and each is written
 * down before it begins, so that a reload goes on with it.
 */
export interface FileUploads {
  /** Goes on with what an earlier page began; returns how to stop, which gives up nothing. */
  start(): () => void;
  add(ticket: TicketId, file: File, options?: AddOptions): void;
  /** Begins one anew that has failed or is stalled. */
  retry(key: string): void;
  /** Gives up an upload, or clears away one that failed. */
  cancel(key: string): void;
  of(ticket: TicketId): readonly FileUpload[];
  subscribe(listener: () => void): () => void;
  /** Calls back with each upload that fails. */
  onFailed(listener: (failed: FileUpload) => void): () => void;
}

interface FileUploadsDeps extends StoredUploadsDeps {
  /** Of mails in the drawer; left out for the reply box. */
  kind?: MailKind;
  upload(ticket: TicketId, file: File, options: UploadOptions): Promise<UploadedFile>;
  /**
   * `chosen`: its place among the files of the reply; `also`: what is to be stored in the same transaction, so that
   * a page that ends in between neither loses the file nor attaches it twice. Answers whether it is stored.
   */
  attach(ticket: TicketId, file: UploadedFile, chosen: number, also: AlsoWrite): Promise<boolean>;
  /** Does this while no other tab does it. */
  alone(key: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** A random UUID. */
  newKey(): string;
}

const NONE: readonly FileUpload[] = [];
const BEGUN: UploadState = { kind: 'uploading', done: 0, isStalled: false };
/** Milliseconds without progress or answer. */
const STALLED_AFTER_MS = 9_500;

const shownOf = ({ key, ticket_id, name, chosen }: BegunUpload): FileUpload => ({
  key,
  ticket: ticket_id,
  name,
  chosen,
  state: BEGUN,
});

let lastPlace = 0;
/** Places rise also from one page to the next, and files of one choice stay apart. */
const nextPlace = (): number => (lastPlace = Math.max(lastPlace + 1, Date.now()));

/** Uploads of all tickets as the page shows them, and the listeners for failed ones. */
function createShownUploads() {
  const byTicket = createKeyedStore<TicketId, readonly FileUpload[]>(NONE);
  const failures = createListeners<[FileUpload]>();

  function change(ticket: TicketId, edit: (uploads: readonly FileUpload[]) => readonly FileUpload[]): void {
    const changed = edit(byTicket.get(ticket));
    byTicket.set(ticket, changed.length === 0 ? NONE : changed);
  }

  const put = (changed: FileUpload) =>
    change(changed.ticket, (uploads) => uploads.map((one) => (one.key === changed.key ? changed : one)));
  const all = () => byTicket.values().flat();

  return {
    of: byTicket.get,
    subscribe: byTicket.subscribe,
    onFailed: failures.subscribe,
    all,
    find: (key: string) => all().find((one) => one.key === key),
    add: (one: FileUpload) => change(one.ticket, (uploads) => [...uploads, one].sort((a, b) => a.chosen - b.chosen)),
    put,
    drop: ({ key, ticket }: FileUpload) => change(ticket, (uploads) => uploads.filter((other) => other.key !== key)),
    fail(one: FileUpload, text: string, mayRetry: boolean) {
      const failed: FileUpload = { ...one, state: { kind: 'error', text, mayRetry } };
      put(failed);
      failures.notify(failed);
    },
  };
}

export function createFileUploads({ kind, upload, attach, alone, newKey, ...deps }: FileUploadsDeps): FileUploads {
  const { records } = deps;
  const shown = createShownUploads();
  const stored = createStoredUploads(deps);
  const running = new Map<string, AbortController>();

  /** Shows the progress of an upload, and marks it as stalled when there is none for a while. */
  function watch(one: FileUpload, signal: AbortSignal): { onProgress(done: number): void; end(): void } {
    let stalling: ReturnType<typeof setTimeout> | undefined;
    const show = (done: number, isStalled: boolean) => {
      if (!signal.aborted) shown.put({ ...one, state: { kind: 'uploading', done, isStalled } });
    };
    const expect = (done: number) => {
      clearTimeout(stalling);
      stalling = setTimeout(() => show(done, true), STALLED_AFTER_MS);
    };
    expect(0);
    return {
      onProgress(done) {
        expect(done);
        show(done, false);
      },
      end: () => clearTimeout(stalling),
    };
  }

  async function work(one: FileUpload, begun: BegunUpload, signal: AbortSignal): Promise<void> {
    const file = await stored.fileOf(begun);
    if (signal.aborted) return;
    if (file === null) return shown.fail(one, messages.files.lost, false);
    const { onProgress, end } = watch(one, signal);
    try {
      const options = { isVoice: begun.is_voice, asDocument: begun.as_document, signal, onProgress };
      const uploaded = await upload(one.ticket, file, options);
      if (signal.aborted) return;
      const remove = { kinds: ['uploads'], work: (tx) => tx.remove('uploads', one.key) } satisfies AlsoWrite;
      const isStored = attach(one.ticket, uploaded, one.chosen, remove);
      shown.drop(one);
      // Else a reload needs them once more.
      if (await isStored) stored.dropBytes(one.key);
    } catch (error) {
      if (signal.aborted) return;
      shown.fail(one, error instanceof Error ? error.message : '', !isFinal(error));
    } finally {
      end();
    }
  }

  async function run(one: FileUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(one.key, controller);
    await alone(one.key, signal, async () => {
      const begun = await stored.find(one.key);
      if (signal.aborted) return;
      if (begun) return work(one, begun, signal);
      shown.drop(one);
    });
    if (running.get(one.key) === controller) running.delete(one.key);
  }

  /** Shows uploads that an earlier page began, and continues all that are not running. */
  function goOn(): void {
    for (const begun of records.of('uploads').values()) {
      if (begun.kind === kind && shown.find(begun.key) === undefined) shown.add(shownOf(begun));
    }
    const left = shown.all().filter(({ key }) => !running.has(key));
    if (left.length > 0) stored.sweep();
    for (const one of left) void run(one);
  }

  return {
    start() {
      let isStopped = false;
      void records.loaded.then(() => {
        if (!isStopped) goOn();
      });
      return () => {
        isStopped = true;
        for (const controller of running.values()) controller.abort();
        running.clear();
      };
    },
    add(ticket, file, { isVoice = false, asDocument = false } = {}) {
      const { name, size } = file;
      const how = { is_voice: isVoice, as_document: asDocument, chosen: nextPlace() };
      const begun = { key: newKey(), ticket_id: ticket, ...(kind && { kind }), name, size, ...how };
      stored.begin(begun, file);
      stored.sweep();
      const one = shownOf(begun);
      shown.add(one);
      void run(one);
    },
    retry(key) {
      const one = shown.find(key);
      if (!one || (one.state.kind === 'uploading' && !one.state.isStalled)) return;
      running.get(key)?.abort();
      const again: FileUpload = { ...one, state: BEGUN };
      shown.put(again);
      void run(again);
    },
    cancel(key) {
      running.get(key)?.abort();
      const one = shown.find(key);
      if (!one) return;
      stored.forget(key);
      shown.drop(one);
    },
    of: shown.of,
    subscribe: shown.subscribe,
    onFailed: shown.onFailed,
  };
}
