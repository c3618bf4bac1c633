import type { PanelModule } from '@inbox/panel/contract';
import { createListeners } from '@inbox/panel/store';
import { detailOf, PanelLoadError, type PanelFailure } from './failure';

/** A panel whose props the shell does not know: it hands on what its routes say. */
export type LoadedPanel = PanelModule<Record<string, unknown>>;

export type PanelState =
  | { status: 'loading' }
  | { status: 'ready'; module: LoadedPanel; attempt: number }
  | { status: 'failed'; failure: PanelFailure; error: Error };

/** Fetches a panel. `attempt` counts from 1: every later one must start from nothing. Rejects with PanelLoadError. */
export type LoadPanel = (name: string, attempt: number) => Promise<LoadedPanel>;

/** What the page knows of other builds of a panel than the one that it has. */
export interface OtherBuilds {
  /** Of the registry, as far as the page knows. */
  revision(): number;
  /** Asks the server which builds the page is to have; what was known stays when it does not answer. */
  refresh(): Promise<void>;
  /** Is the page to have another build than this one, as far as it knows? */
  isOther(name: string, version: string): Promise<boolean>;
  /** This build has failed in the page; says whether there is a stable one to have in its place, as of a canary. */
  giveUp(name: string, version: string): Promise<boolean>;
}

/** Of panels that were bundled with the shell there is one build. */
const NO_OTHERS: Omit<OtherBuilds, 'revision'> = {
  refresh: () => Promise.resolve(),
  isOther: () => Promise.resolve(false),
  giveUp: () => Promise.resolve(false),
};

/** A panel that was asked for: what became of it. */
export interface KnownPanel {
  state: PanelState;
  /** It was loaded, and has failed since. */
  isCrashed: boolean;
}

export interface PanelStore {
  /** Milliseconds after which a panel that shows nothing has failed: twice what its code may take, as it makes calls. */
  readyWithinMs: number;
  /** The panel's state now; the first call starts loading it. */
  state(name: string): PanelState;
  /** The same without loading it: null while nobody has asked for it. */
  known(name: string): KnownPanel | null;
  subscribe(listener: () => void): () => void;
  /** Loads a failed panel once more, from nothing. Does nothing in any other state. */
  retry(name: string): void;
  /** A panel that was loaded has failed: a stable build is loaded in the place of a canary. */
  crashed(name: string, version: string): Promise<void>;
  /** One that has crashed is tried again; resolves to whether another build of it, if there is one by now, is loaded. */
  replace(name: string, version: string): Promise<boolean>;
  /**
   * The registry has another revision: what has failed or crashed is loaded anew, if there is another build of it.
   * @returns names of the panels that work, and of which there is another build
   */
  revised(): Promise<string[]>;
  /** Resolves when each of them is ready or has failed; never rejects. */
  preload(names: readonly string[]): Promise<void>;
}

interface Slot extends KnownPanel {
  attempt: number;
  completed: Promise<void>;
}

export interface PanelStoreOptions {
  builds?: Omit<OtherBuilds, 'revision'>;
  onFailure?: (error: Error) => void;
  /** Milliseconds that a panel's code may take. */
  timeLimit?: number | undefined;
}

/** Milliseconds that a panel's code may take where nobody says otherwise. */
export const LOADED_WITHIN_MS = 10_000;

/**
 * What is loaded, loading or failed. It knows nothing of federation: `loadPanel` may as well hand out modules that were
 * bundled with the shell.
 */
export function createPanelStore(
  loadPanel: LoadPanel,
  { builds = NO_OTHERS, onFailure = () => {}, timeLimit = LOADED_WITHIN_MS }: PanelStoreOptions = {},
): PanelStore {
  const slots = new Map<string, Slot>();
  const { notify, subscribe } = createListeners();

  function set(name: string, state: PanelState) {
    const slot = slots.get(name);
    if (slot) slot.state = state;
    notify();
  }

  function start(name: string, attempt: number): Slot {
    const completed = loadPanel(name, attempt).then(
      (module) => set(name, { status: 'ready', module, attempt }),
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason));
        const failure: PanelFailure =
          error instanceof PanelLoadError ? error.failure : { kind: 'unreachable', detail: detailOf(error) };
        set(name, { status: 'failed', failure, error });
        onFailure(error);
      },
    );
    const slot: Slot = { state: { status: 'loading' }, isCrashed: false, attempt, completed };
    slots.set(name, slot);
    return slot;
  }

  const slotOf = (name: string) => slots.get(name) ?? start(name, 1);

  function startAnew(name: string): void {
    start(name, slotOf(name).attempt + 1);
    notify();
  }

  return {
    readyWithinMs: 2 * timeLimit,
    state: (name) => slotOf(name).state,
    known: (name) => slots.get(name) ?? null,
    subscribe,
    retry(name) {
      if (slotOf(name).state.status === 'failed') startAnew(name);
    },
    async crashed(name, version) {
      slotOf(name).isCrashed = true;
      notify();
      if (await builds.giveUp(name, version)) startAnew(name);
    },
    async replace(name, version) {
      const slot = slotOf(name);
      await builds.refresh();
      const isOther = await builds.isOther(name, version);
      slot.isCrashed = false;
      notify();
      if (isOther) startAnew(name);
      return isOther;
    },
    async revised() {
      await builds.refresh();
      const others: string[] = [];
      for (const [name, { state, isCrashed }] of [...slots]) {
        if (state.status === 'failed') startAnew(name);
        if (state.status !== 'ready' || !(await builds.isOther(name, state.module.version))) continue;
        if (isCrashed) startAnew(name);
        else others.push(name);
      }
      return others;
    },
    async preload(names) {
      await Promise.all(names.map((name) => slotOf(name).completed));
    },
  };
}
