import { BehaviorSubject, Observable, Subject, filter } from 'rxjs';
import type { BusPort } from './bus-port';
import { CommandError, type TopicKey } from './command-error';
import { declaredPort, type Declared } from './declared-port';
import { deepFreeze } from './read-once';

/** Reported when a subscriber or handler throws, or a party is refused: who it was, on which topic. */
export type BusFault = { topic: TopicKey; who: string; error: unknown };

/** What passes over the bus, for whoever looks into it. A fault carries its error as payload. */
export interface BusEntry {
  kind: 'state' | 'event' | 'command' | 'answer' | 'fault';
  topic: TopicKey;
  who: string;
  payload: unknown;
}

/** The bus of one shell. It belongs to the page; a party has a port of it and reaches nothing else. */
export interface Bus {
  /**
   * @param declared what the party may do; anything else is refused and reported as its fault. The shell declares nothing
   *   and may do all.
   */
  join(who: string, declared?: Declared): BusPort;
  /** Calls back with all that passes from now on; one at a time, and nothing is collected without one. Returns how to stop. */
  watch(watcher: (entry: BusEntry) => void): () => void;
}

const unset = Symbol('unset');

interface StateCell {
  owner: string | null;
  value: BehaviorSubject<unknown>;
}

/** @param now milliseconds of a clock that never goes back */
export function createBus(onFault: (fault: BusFault) => void, now: () => number = () => performance.now()): Bus {
  const states = new Map<TopicKey, StateCell>();
  const events = new Map<TopicKey, Subject<unknown>>();
  const handlers = new Map<TopicKey, { who: string; run: (payload: unknown) => unknown }>();
  let watcher: ((entry: BusEntry) => void) | null = null;

  function cell(topic: TopicKey): StateCell {
    const known = states.get(topic);
    if (known) return known;
    const made: StateCell = { owner: null, value: new BehaviorSubject<unknown>(unset) };
    states.set(topic, made);
    return made;
  }

  function subjectOf(topic: TopicKey): Subject<unknown> {
    const known = events.get(topic);
    if (known) return known;
    const made = new Subject<unknown>();
    events.set(topic, made);
    return made;
  }

  function fault(who: string, topic: TopicKey, error: unknown): void {
    watcher?.({ kind: 'fault', who, topic, payload: error });
    onFault({ topic, who, error });
  }

  async function carry(who: string, topic: TopicKey, payload: unknown, timeoutMs: number): Promise<unknown> {
    const handler = handlers.get(topic);
    if (!handler) throw new CommandError('no-handler', topic, `Nobody handles ${topic}`);
    watcher?.({ kind: 'command', who, topic, payload });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new CommandError('timeout', topic, `${handler.who} did not answer ${topic} in ${timeoutMs} ms`)),
        timeoutMs,
      );
    });
    try {
      const answer = await Promise.race([Promise.resolve(deepFreeze(payload)).then(handler.run), timeout]);
      watcher?.({ kind: 'answer', who: handler.who, topic, payload: answer });
      return answer;
    } catch (error) {
      if (error instanceof CommandError) {
        watcher?.({ kind: 'answer', who: handler.who, topic, payload: error });
        throw error;
      }
      fault(handler.who, topic, error);
      const message = error instanceof Error ? error.message : String(error);
      throw new CommandError('failed', topic, message, error);
    } finally {
      clearTimeout(timer);
    }
  }

  function openPort(who: string): BusPort {
    const ends = new Set<() => void>();
    const until = (end: () => void): (() => void) => {
      const once = () => {
        if (ends.delete(once)) end();
      };
      ends.add(once);
      return once;
    };
    const untilLeft = (source: Observable<unknown>) =>
      new Observable<unknown>((subscriber) => {
        const subscription = source.subscribe(subscriber);
        return until(() => subscription.unsubscribe());
      });

    return {
      who,
      own(topic) {
        const state = cell(topic);
        if (state.owner !== null) throw new Error(`${topic} is owned by ${state.owner}; ${who} cannot own it too`);
        state.owner = who;
        let released = false;
        const release = until(() => {
          released = true;
          state.owner = null;
        });
        return {
          set(value) {
            if (released) throw new Error(`${who} gave ${topic} up and cannot set it any more`);
            watcher?.({ kind: 'state', who, topic, payload: value });
            state.value.next(deepFreeze(value));
          },
          release,
        };
      },

      state: (topic) => untilLeft(cell(topic).value.pipe(filter((value) => value !== unset))),

      emit(topic, payload) {
        watcher?.({ kind: 'event', who, topic, payload });
        events.get(topic)?.next(deepFreeze(payload));
      },

      events: (topic) => untilLeft(subjectOf(topic)),

      handle(topic, handler) {
        const taken = handlers.get(topic);
        if (taken) throw new Error(`${topic} is handled by ${taken.who}; ${who} cannot handle it too`);
        handlers.set(topic, { who, run: handler });
        return until(() => void handlers.delete(topic));
      },

      send: (topic, payload, timeoutMs) => carry(who, topic, payload, timeoutMs),
      reportFault: (topic, error) => fault(who, topic, error),
      leave() {
        for (const end of [...ends]) end();
      },
    };
  }

  return {
    join: (who, declared) => (declared ? declaredPort(openPort(who), declared, now) : openPort(who)),
    watch(next) {
      watcher = next;
      return () => {
        if (watcher === next) watcher = null;
      };
    },
  };
}
