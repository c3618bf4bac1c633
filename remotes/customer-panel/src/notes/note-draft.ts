import { ApiError, type Api } from '@inbox/api';
import type { Note, TempId, TicketId } from '@inbox/domain';
import { embeddedLink, noteFileKind, noteFileProblem } from '@inbox/domain/conversation';
import type { Connection } from '@inbox/events';
import type { ShowToast } from '@inbox/panel';
import { mayWait } from '@inbox/panel/cut-off';
import type { ReadableStore } from '@inbox/panel/store';
import type { DraftMedia, DraftRecord, DraftStore } from './draft-store';
import { messages } from './messages';
import { createNoteDraftState, type DraftState } from './note-draft-state';

/**
 * A note that is being written on one ticket. It goes on without the page that shows it: what was begun for a ticket, a
 * file or the note itself, ends on that ticket, whichever is open by then.
 */
export interface NoteDraft {
  state: ReadableStore<DraftState>;
  /** Reads what is stored; and again, when another tab may have changed it. */
  load(): Promise<void>;
  /** Stores what is written. */
  write(notes: string): void;
  attach(files: readonly File[]): void;
  /** False when no such link may stand in a note. */
  embed(address: string): boolean;
  remove(media: DraftMedia): void;
  discard(): void;
  /** @param notes what is written now; not read when the same note is tried again */
  add(notes: string): Promise<void>;
  /**
   * Adds it, if it waits for a connection.
   * @returns milliseconds after which it may be tried again at the earliest; null when it does not wait any more
   */
  addWaiting(): Promise<number | null>;
  /** The server has this note: it is not to be added again. */
  onAdded(tempIds: readonly (TempId | null)[]): void;
}

interface Deps {
  api: Pick<Api, 'addNote' | 'upload'>;
  toast: ShowToast;
  store: DraftStore;
  ticket: TicketId;
  onNote(note: Note): void;
  connection: Pick<ReadableStore<Connection | undefined>, 'get'>;
  /** Told which ticket has a note that waits for one, and when it has none any more. */
  onWaits(ticket: TicketId, waits: boolean): void;
}

/** Units of a text above which it has pictures, and milliseconds for such a one: they may be as long as files. */
const LONG_TEXT = 100_000;
const LONG_TIMEOUT_MS = 60_000;

/** Milliseconds: a server that asks to be left alone for longer gets the next request after this all the same. */
const MOST_WAIT_MS = 60_000;

export function createNoteDraft({ api, toast, store, ticket, onNote, connection, onWaits }: Deps): NoteDraft {
  const draft = createNoteDraftState(store, ticket);
  const { state, put, change, mayChange, room } = draft;
  /** Milliseconds for which the server has asked to be left alone, when it was last asked to add the note. */
  let leastMs = 0;

  function begin(): void {
    onWaits(ticket, false);
    draft.begin();
  }

  async function upload(file: File): Promise<void> {
    put({ uploading: state.get().uploading + 1 });
    try {
      const uploaded = await api.upload({ noteOn: ticket }, file);
      await draft.loaded();
      draft.attach(uploaded);
    } catch (error) {
      toast('error', error instanceof ApiError && error.kind === 'refused' ? error.message : messages.fileFailed);
    } finally {
      put({ uploading: state.get().uploading - 1 });
    }
  }

  async function add(notes: string, done: string): Promise<void> {
    const { record, isAdding, uploading } = state.get();
    if (isAdding || uploading > 0 || record === null) return;
    const asked: DraftRecord = record.isAsked ? record : { ...record, notes, isAsked: true };
    put({ isAdding: true, refused: null });
    leastMs = 0;
    change(() => asked);
    try {
      const { temp_id, media } = asked;
      const body = { notes: asked.notes, media, temp_id };
      const note = await api.addNote(
        { params: { ticket_id: ticket }, body },
        asked.notes.length > LONG_TEXT ? { timeoutMs: LONG_TIMEOUT_MS } : {},
      );
      onNote(note);
      put({ isAdding: false });
      if (state.get().record?.temp_id === temp_id) begin();
      toast('success', done);
    } catch (error) {
      put({ isAdding: false });
      // Over the socket it may have been heard of as added.
      if (state.get().record?.temp_id !== asked.temp_id) return;
      fail(error);
    }
  }

  function fail(error: unknown): void {
    const isWaiting = state.get().record?.waits === true;
    // The agent was told that a waiting note is added: it is tried again, also while the page is connected.
    if (mayWait(error, connection.get()) || (isWaiting && isTransient(error))) {
      leastMs = leastMsOf(error);
      if (!isWaiting) toast('info', messages.waits);
      change((now) => ({ ...now, waits: true }));
      onWaits(ticket, true);
      return;
    }
    const kind = error instanceof ApiError ? error.kind : null;
    const isKnown = kind === 'refused' || kind === 'signed-out';
    if (isKnown || isWaiting) {
      change(({ waits: _, ...now }) => ({ ...now, isAsked: !isKnown }));
      onWaits(ticket, false);
    }
    put({ refused: kind === 'refused' && error instanceof ApiError ? error.message : null });
    toast('error', messages.failed);
  }

  return {
    state,
    load: draft.load,
    write(notes) {
      if (mayChange() && state.get().record?.notes !== notes) change((record) => ({ ...record, notes }));
    },
    attach(files) {
      if (!mayChange()) return;
      for (const file of files) {
        if (room() <= 0) return toast('error', messages.tooManyFiles);
        const problem = noteFileProblem({ type: typeOf(file), size: file.size });
        if (problem === null) void upload(file);
        else {
          const text = problem.code === 'size-too-large' ? messages.fileTooLarge : messages.fileWrong;
          toast('error', messages.fileOf(file.name, text));
        }
      }
    },
    embed(address) {
      const link = embeddedLink(address);
      if (link === null || !mayChange()) return false;
      if (room() <= 0) toast('error', messages.tooManyFiles);
      else draft.attach(link);
      return true;
    },
    remove({ url }) {
      if (mayChange()) change((record) => ({ ...record, media: record.media.filter((one) => one.url !== url) }));
    },
    discard() {
      if (mayChange()) begin();
    },
    add: (notes) => add(notes, messages.added),
    async addWaiting() {
      const { record } = state.get();
      if (record?.waits === true) {
        await add(record.notes, messages.addedTo(ticket));
        return state.get().record?.waits === true ? leastMs : null;
      }
      // Another tab has added it, or taken it back.
      if (record !== null) onWaits(ticket, false);
      return null;
    },
    onAdded(tempIds) {
      const { record, isAdding } = state.get();
      if (record?.isAsked === true && !isAdding && tempIds.includes(record.temp_id)) begin();
    },
  };
}

/** Returns whether the very same call may work later. A call that ends with its panel rejects with another error. */
const isTransient = (error: unknown): boolean => !(error instanceof ApiError) || error.isTooSoon || error.retryable;

/** Returns for how many milliseconds the server asks to be left alone; 0 when it does not. */
const leastMsOf = (error: unknown): number =>
  error instanceof ApiError && error.isTooSoon ? Math.min(error.details.retryAfterMs ?? 0, MOST_WAIT_MS) : 0;

/** As it is declared, or by its name where a system does not know the type. The server looks at its content. */
function typeOf({ type, name }: File): string {
  if (noteFileKind(type) !== null) return type;
  const extension = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? type;
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  mp4: 'video/mp4',
};
