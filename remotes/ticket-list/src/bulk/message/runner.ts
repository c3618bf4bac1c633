import { ApiError, type Api, type SendResults } from '@inbox/api';
import {
  manyRunSchema,
  nextSends,
  openSends,
  withAsked,
  withResults,
  type ManyRun,
  type ManyWork,
  type TicketSend,
} from '@inbox/domain/conversation';
import type { PanelStorage } from '@inbox/panel';
import { sendWait } from '@inbox/panel/retry';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import { RUN_KEY } from './key';

/** Milliseconds between two looks at what the channels have answered. */
const LOOK_MS = 1_000;
const MOST_LOOK_MS = 30_000;
/** Milliseconds that one request may take: its tickets are done one after the other. */
const REQUEST_MS = 60_000;

/**
 * `running`, and since when the server cannot be reached; `interrupted`: the page was closed in the middle; `ended`: all
 * that was to leave has left, or it was stopped.
 */
export type Phase = 'running' | 'waiting' | 'interrupted' | 'ended';

export interface RunView {
  run: ManyRun;
  phase: Phase;
}

export interface RunnerDeps {
  api: Pick<Api, 'replyToMany' | 'initiateTemplate' | 'sentMessages'>;
  storage: Pick<PanelStorage, 'read' | 'write' | 'remove'>;
  /** Does this while no other tab does; answers whether it was this one. */
  alone(work: () => Promise<void>): Promise<boolean>;
}

/** Sends one message to many tickets, and follows it until what became of it has been read. */
export interface Runner {
  view: ReadableStore<RunView | null>;
  /** Begins with what an earlier page has left; what another tab is at stays there. Returns how to stop, which interrupts what runs. */
  open(): () => void;
  /** `not-stored`: the browser has no room for it, so that nothing was sent. `busy`: another one is not done with. */
  start(run: ManyRun): 'started' | 'not-stored' | 'busy';
  /** Goes on with an interrupted one. */
  resume(): void;
  /** No further ticket is requested; what is on its way is told. */
  stop(): void;
  /** What became of it has been read. */
  dismiss(): void;
}

/**
 * Requests some tickets at a time, in the order that was fixed at its start: neither the list nor its filters are looked at
 * again. Each send's temp_id is stored before it leaves, and requested as often as it must be until it has an answer.
 */
export function createRunner({ api, storage, alone }: RunnerDeps): Runner {
  const view = createStore<RunView | null>(null);
  const sleepers = new Set<() => void>();
  let opened = new AbortController();
  let isDriving = false;
  let following: Promise<void> | null = null;

  function set(run: ManyRun, phase: Phase): boolean {
    const isStored = storage.write(RUN_KEY, run);
    view.set({ run, phase });
    return isStored;
  }
  function change(how: (run: ManyRun) => ManyRun, phase?: Phase): void {
    const now = view.get();
    if (now !== null) set(how(now.run), phase ?? now.phase);
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        sleepers.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      sleepers.add(end);
      if (signal.aborted) end();
    });
  }

  /** Requests what is next until nothing is left, or it is stopped. */
  async function sendAll(signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (;;) {
      const now = view.get();
      const sends = now === null || signal.aborted ? [] : nextSends(now.run);
      if (now === null || sends.length === 0) return;
      // What cannot be stored may leave all the same once the first could: its temp_id was stored at the start.
      change((run) => withAsked(run, sends));
      try {
        const { results } = await request(api, now.run.work, sends, signal);
        if (signal.aborted) return;
        failures = 0;
        change((run) => complete(withResults(run, results), sends), 'running');
      } catch (error) {
        if (signal.aborted) return;
        const waitMs = waitAfter(error, failures + 1);
        if (waitMs === null) {
          change((run) => withResults(run, refused(sends, error)));
        } else {
          failures += 1;
          change((run) => run, 'waiting');
          await pause(waitMs, signal);
        }
      }
    }
  }

  const wakeUp = () => {
    for (const end of [...sleepers]) end();
  };

  /** Looks what the channels have answered, until they have for all. */
  function follow(signal: AbortSignal): Promise<void> {
    following ??= look(signal).finally(() => (following = null));
    return following;
  }

  async function look(signal: AbortSignal): Promise<void> {
    for (let quiet = 0; !signal.aborted;) {
      const now = view.get();
      const temp_ids = now === null ? [] : openSends(now.run);
      if (temp_ids.length === 0) return;
      try {
        const { results } = await api.sentMessages({ body: { temp_ids } }, { signal });
        if (signal.aborted || view.get() === null) return;
        change((run) => withResults(run, results));
        const open = view.get();
        quiet = open !== null && openSends(open.run).length < temp_ids.length ? 0 : quiet + 1;
      } catch {
        quiet += 1;
      }
      await pause(Math.min(LOOK_MS * 2 ** quiet, MOST_LOOK_MS), signal);
    }
  }

  async function drive(): Promise<void> {
    if (isDriving) return;
    isDriving = true;
    const { signal } = opened;
    const isMine = await alone(async () => {
      change((run) => run, 'running');
      await sendAll(signal);
      if (signal.aborted) return;
      change((run) => run, 'ended');
      await follow(signal);
    });
    isDriving = false;
    if (!isMine) change((run) => run, 'interrupted');
  }

  return {
    view,
    open() {
      opened = new AbortController();
      const { signal } = opened;
      void alone(async () => {
        const run = storage.read(RUN_KEY, manyRunSchema);
        if (run === null || signal.aborted || view.get() !== null) return;
        const isOver = run.isStopped || nextSends(run).length === 0;
        view.set({ run, phase: isOver ? 'ended' : 'interrupted' });
      }).then(() => follow(signal));
      return () => opened.abort();
    },
    start(run) {
      if (view.get() !== null || storage.read(RUN_KEY, manyRunSchema) !== null) return 'busy';
      if (!set(run, 'running')) {
        view.set(null);
        return 'not-stored';
      }
      void drive();
      return 'started';
    },
    resume() {
      wakeUp();
      void drive();
    },
    stop() {
      const now = view.get();
      if (now === null || now.run.isStopped) return;
      change((run) => ({ ...run, isStopped: true }), isDriving ? now.phase : 'ended');
      wakeUp();
    },
    dismiss() {
      storage.remove(RUN_KEY);
      view.set(null);
      wakeUp();
    },
  };
}

function request(
  api: RunnerDeps['api'],
  work: ManyWork,
  sends: readonly TicketSend[],
  signal: AbortSignal,
): Promise<SendResults> {
  const options = { signal, timeoutMs: REQUEST_MS };
  if (work.kind === 'message') {
    return api.replyToMany({ body: { message: work.message, sends: [...sends] } }, options);
  }
  const { kind: _, ...template } = work;
  const ticket_ids = sends.map(({ ticket_id }) => ticket_id);
  const temp_ids = sends.map(({ temp_id }) => temp_id);
  return api
    .initiateTemplate({ body: { ...template, ticket_ids, temp_ids } }, options)
    .then((answer) => ('results' in answer ? answer : { results: [] }));
}

/** Milliseconds until the same request is made again; null when that is of no use. */
function waitAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof ApiError)) return null;
  if (!error.retryable && !error.isTooSoon && error.kind !== 'signed-out') return null;
  return Math.max(error.details.retryAfterMs ?? 0, sendWait(failures));
}

/** An answer that leaves one out does not say what became of it. */
function complete(run: ManyRun, sends: readonly TicketSend[]): ManyRun {
  const missing = sends.filter(({ temp_id }) => run.results[temp_id] === undefined);
  return withResults(
    run,
    missing.map((send) => ({ ...send, outcome: 'unknown', reason: null })),
  );
}

/** The whole request was refused, before anything was done. An answer that cannot be read says nothing of that. */
function refused(sends: readonly TicketSend[], error: unknown): SendResults['results'] {
  const isRefusal = error instanceof ApiError && error.kind === 'refused';
  const reason = error instanceof Error && error.message !== '' ? error.message : null;
  return sends.map((send) => ({ ...send, outcome: isRefusal ? 'refused' : 'unknown', reason }));
}
