import type { UploadOptions } from '@inbox/api';
import type { MailKind, TicketId, UploadedFile } from '@inbox/domain';
import { createKeyedStore, createListeners } from '@inbox/panel/store';
import { messages } from '../messages';
import type { AlsoWrite, Records } from '../storage/records';
import type { BegunUpload } from '../storage/begun-upload';
import type { FileHeap } from '../storage/file-heap';
import { isFinal } from './refusal';

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

interface FileUploadsDeps {
  /** Of mails in the drawer; left out for the reply box. */
  kind?: MailKind;
  upload(ticket: TicketId, file: File, options: UploadOptions): Promise<UploadedFile>;
  /**
   * `chosen`: its place among the files of the reply; `also`: what is to be stored in the same transaction, so that
   * a page that ends in between neither loses the file nor attaches it twice. Answers whether it is stored.
   */
  attach(ticket: TicketId, file: UploadedFile, chosen: number, also: AlsoWrite): Promise<boolean>;
  /** Where begun uploads survive a reload; shared by all tabs. */
  records: Records;
  heap: FileHeap;
  /** Does this while no other tab does it. */
  alone(key: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** A random UUID. */
  newKey(): string;
}

const NONE: readonly FileUpload[] = [];
/** Bytes; what is beyond them is uploaded as well, but not kept for a reload. */
const MOST_KEPT = 200_000_000;

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

export function createFileUploads({
  kind,
  upload,
  attach,
  records,
  heap,
  alone,
  newKey,
}: FileUploadsDeps): FileUploads {
  const byTicket = createKeyedStore<TicketId, readonly FileUpload[]>(NONE);
  /** What this page was given itself, and what it knows of it before the browser has stored it. */
  const files = new Map<string, File>();
  const given = new Map<string, BegunUpload>();
  /** Until they have ended nothing can be removed. */
  const puts = new Map<string, Promise<void>>();
  let isSwept = false;
  const running = new Map<string, AbortController>();
  const failures = createListeners<[FileUpload]>();

  /** As all tabs have it: another one may have ended or given it up. */
  async function begunOf(key: string): Promise<BegunUpload | undefined> {
    const stored = await records.read('uploads').catch(() => records.of('uploads'));
    return stored.get(key) ?? given.get(key);
  }

  function change(ticket: TicketId, edit: (uploads: readonly FileUpload[]) => readonly FileUpload[]): void {
    const changed = edit(byTicket.get(ticket));
    byTicket.set(ticket, changed.length === 0 ? NONE : changed);
  }

  const put = (changed: FileUpload) =>
    change(changed.ticket, (uploads) => uploads.map((one) => (one.key === changed.key ? changed : one)));
  const drop = ({ key, ticket }: FileUpload) =>
    change(ticket, (uploads) => uploads.filter((other) => other.key !== key));

  function fail(one: FileUpload, text: string, mayRetry: boolean): void {
    const failed: FileUpload = { ...one, state: { kind: 'error', text, mayRetry } };
    put(failed);
    failures.notify(failed);
  }

  /** Not stored, it is uploaded all the same; only a reload would miss it, and says so. */
  async function keep(begun: BegunUpload, file: File): Promise<void> {
    const { key } = begun;
    await records.change(['uploads'], (tx) => tx.put('uploads', key, begun));
    // From now on the record says whether it is still wanted.
    given.delete(key);
    const size = [...records.of('uploads').values()].reduce((sum, one) => sum + one.size, 0);
    if (size <= MOST_KEPT) await heap.put(key, file);
  }

  function forget(key: string): void {
    records.change(['uploads'], (tx) => tx.remove('uploads', key)).catch(() => undefined);
    dropBytes(key);
  }

  function dropBytes(key: string): void {
    files.delete(key);
    given.delete(key);
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
      if ((await begunOf(key)) === undefined) await heap.remove(key);
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
    let stalling: ReturnType<typeof setTimeout> | undefined;
    const watch = (done: number) => {
      clearTimeout(stalling);
      stalling = setTimeout(() => show(done, true), STALLED_AFTER_MS);
    };
    const show = (done: number, isStalled: boolean) => {
      if (!signal.aborted) put({ ...one, state: { kind: 'uploading', done, isStalled } });
    };
    const onProgress = (done: number) => {
      watch(done);
      show(done, false);
    };
    watch(0);
    try {
      const options = { isVoice: begun.is_voice, asDocument: begun.as_document, signal, onProgress };
      const uploaded = await upload(one.ticket, file, options);
      if (signal.aborted) return;
      const remove = { kinds: ['uploads'], work: (tx) => tx.remove('uploads', one.key) } satisfies AlsoWrite;
      const stored = attach(one.ticket, uploaded, one.chosen, remove);
      drop(one);
      // Else a reload needs them once more.
      if (await stored) dropBytes(one.key);
    } catch (error) {
      if (signal.aborted) return;
      fail(one, error instanceof Error ? error.message : '', !isFinal(error));
    } finally {
      clearTimeout(stalling);
    }
  }

  async function run(one: FileUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(one.key, controller);
    await alone(one.key, signal, async () => {
      const begun = await begunOf(one.key);
      if (signal.aborted) return;
      if (begun) return work(one, begun, signal);
      drop(one);
    });
    if (running.get(one.key) === controller) running.delete(one.key);
  }

  return {
    start() {
      let isStopped = false;
      void records.loaded.then(() => {
        if (isStopped) return;
        for (const begun of records.of('uploads').values()) {
          if (begun.kind !== kind || byTicket.get(begun.ticket_id).some(({ key }) => key === begun.key)) continue;
          const one = shownOf(begun);
          change(begun.ticket_id, (uploads) => [...uploads, one].sort((a, b) => a.chosen - b.chosen));
        }
        const all = byTicket
          .values()
          .flat()
          .filter(({ key }) => !running.has(key));
        if (all.length > 0) void sweep().catch(() => undefined);
        for (const one of all) void run(one);
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
      files.set(begun.key, file);
      given.set(begun.key, begun);
      puts.set(
        begun.key,
        keep(begun, file).catch(() => undefined),
      );
      void sweep().catch(() => undefined);
      const one = shownOf(begun);
      change(ticket, (uploads) => [...uploads, one]);
      void run(one);
    },
    retry(key) {
      const one = byTicket
        .values()
        .flat()
        .find((other) => other.key === key);
      if (!one || (one.state.kind === 'uploading' && !one.state.isStalled)) return;
      running.get(key)?.abort();
      const again: FileUpload = { ...one, state: BEGUN };
      put(again);
      void run(again);
    },
    cancel(key) {
      running.get(key)?.abort();
      const one = byTicket
        .values()
        .flat()
        .find((other) => other.key === key);
      if (!one) return;
      forget(key);
      drop(one);
    },
    of: byTicket.get,
    subscribe: byTicket.subscribe,
    onFailed: failures.subscribe,
  };
}
