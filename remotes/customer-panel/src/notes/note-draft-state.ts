import { newTempId, type TicketId } from '@inbox/domain';
import { MOST_NOTE_MEDIA } from '@inbox/domain/conversation';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import type { DraftMedia, DraftRecord, DraftStore } from './draft-store';

/** What the form shows of a note that is being written. */
export interface DraftState {
  /** Null until what is stored was read. */
  record: DraftRecord | null;
  /** Counts up when the editor has to show another text than the one that is written in it. */
  version: number;
  /** Files on their way. */
  uploading: number;
  /** The addresses of what the browser has not stored yet: it is shown as attached once a reload can not lose it. */
  unstored: readonly string[];
  isAdding: boolean;
  /** Why the server did not take it. */
  refused: string | null;
}

/** State of a note's draft; each change is also written to its record in the browser's database. */
export interface NoteDraftState {
  state: ReadableStore<DraftState>;
  /** Reads what is stored; and again, when another tab may have changed it. */
  load(): Promise<void>;
  /** The read that is under way or done; undefined before the first. */
  loaded(): Promise<void> | undefined;
  /** Changes what is shown without storing it. */
  put(change: Partial<DraftState>): void;
  /** Changes the record, and stores it. */
  change(how: (record: DraftRecord) => DraftRecord): void;
  attach(media: DraftMedia): void;
  /** Begins an empty note. */
  begin(): void;
  /** False while the note is being added: the request must not change. */
  mayChange(): boolean;
  /** How many files may still be attached. */
  room(): number;
}

/** Milliseconds after which a file is shown although the browser does not say that it is stored. */
const STORED_MS = 4_000;

const emptyRecord = (): DraftRecord => ({
  temp_id: newTempId(),
  notes: '',
  media: [],
  isAsked: false,
});
const isEmpty = ({ notes, media }: DraftRecord): boolean => notes === '' && media.length === 0;

export function createNoteDraftState(store: DraftStore, ticket: TicketId): NoteDraftState {
  const state = createStore<DraftState>({
    record: null,
    version: 0,
    uploading: 0,
    unstored: [],
    isAdding: false,
    refused: null,
  });
  const put = (change: Partial<DraftState>) => state.set({ ...state.get(), ...change });
  /** One write after the other, so that the last one stays. */
  let writing: Promise<void> = Promise.resolve();
  let loading: Promise<void> | undefined;

  const change = (how: (record: DraftRecord) => DraftRecord): void => {
    const record = how(state.get().record ?? emptyRecord());
    put({ record });
    writing = writing.then(() => store.write(ticket, isEmpty(record) ? null : record));
  };

  async function read(): Promise<void> {
    await writing;
    const before = state.get().record;
    const found = await store.read(ticket);
    const { record, isAdding, version } = state.get();
    // Something was written meanwhile: it is the newer one.
    if (isAdding || record !== before) return;
    if (record === null) return put({ record: found ?? emptyRecord() });
    if (found === null && isEmpty(record)) return;
    if (JSON.stringify(found) !== JSON.stringify(record)) put({ record: found ?? emptyRecord(), version: version + 1 });
  }

  return {
    state,
    load() {
      loading = (loading ?? Promise.resolve()).then(read);
      return loading;
    },
    loaded: () => loading,
    put,
    change,
    attach({ url, file_name, content_type }) {
      put({ unstored: [...state.get().unstored, url] });
      change((record) => ({ ...record, media: [...record.media, { url, file_name, content_type }] }));
      const limit = setTimeout(() => show(), STORED_MS);
      const show = () => {
        clearTimeout(limit);
        put({ unstored: state.get().unstored.filter((one) => one !== url) });
      };
      void writing.then(show);
    },
    begin() {
      put({ record: emptyRecord(), version: state.get().version + 1, refused: null });
      writing = writing.then(() => store.write(ticket, null));
    },
    mayChange: () => !state.get().isAdding && state.get().record?.isAsked !== true,
    room: () => MOST_NOTE_MEDIA - state.get().uploading - (state.get().record?.media.length ?? 0),
  };
}
