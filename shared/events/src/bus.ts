import { BehaviorSubject, Subject, filter, type Observable } from 'rxjs';
import { CommandError, type TopicKey } from './command-error';
import { deepFreeze } from './deep-freeze';

/** Told when a subscriber or handler throws: who it was, on which topic. The others never notice. */
export type BusFault = { topic: TopicKey; who: string; error: unknown };

export interface StateOwner {
  set(value: unknown): void;
  /** Gives the topic up; late subscribers still get the last value. */
  release(): void;
}

/**
 * The bus of one shell: a carrier of JSON under topic keys that knows nothing of what it carries. Panels and shell do
 * not use it bare but through `connectBus`, which checks every payload that it sends and receives.
 *
 * state: one owner, the last value at once to late subscribers · event: no replay · command: exactly one handler.
 */
export interface Bus {
  /** @throws Error when the topic has an owner. */
  own(topic: TopicKey, owner: string): StateOwner;
  state(topic: TopicKey): Observable<unknown>;
  emit(topic: TopicKey, payload: unknown): void;
  events(topic: TopicKey): Observable<unknown>;
  /** @throws Error when the command has a handler. Returns how to stop handling. */
  handle(topic: TopicKey, who: string, handler: (payload: unknown) => unknown): () => void;
  /** Rejects with a CommandError: no-handler, timeout or failed. */
  send(topic: TopicKey, payload: unknown, timeoutMs: number): Promise<unknown>;
  reportFault(fault: BusFault): void;
}

const unset = Symbol('unset');

interface StateCell {
  owner: string | null;
  value: BehaviorSubject<unknown>;
}

export function createBus(onFault: (fault: BusFault) => void): Bus {
  const states = new Map<TopicKey, StateCell>();
  const events = new Map<TopicKey, Subject<unknown>>();
  const handlers = new Map<TopicKey, { who: string; run: (payload: unknown) => unknown }>();

  function cell(topic: TopicKey): StateCell {
    const known = states.get(topic);
    if (known) return known;
    const made: StateCell = { owner: null, value: new BehaviorSubject<unknown>(unset) };
    states.set(topic, made);
    return made;
  }

  return {
    own(topic, owner) {
      const state = cell(topic);
      if (state.owner !== null) throw new Error(`${topic} is owned by ${state.owner}; ${owner} cannot own it too`);
      state.owner = owner;
      let released = false;
      return {
        set(value) {
          if (released) throw new Error(`${owner} gave ${topic} up and cannot set it any more`);
          state.value.next(deepFreeze(value));
        },
        release() {
          if (released) return;
          released = true;
          state.owner = null;
        },
      };
    },

    state: (topic) => cell(topic).value.pipe(filter((value) => value !== unset)),

    emit(topic, payload) {
      events.get(topic)?.next(deepFreeze(payload));
    },

    events(topic) {
      let subject = events.get(topic);
      if (!subject) events.set(topic, (subject = new Subject()));
      return subject.asObservable();
    },

    handle(topic, who, handler) {
      const taken = handlers.get(topic);
      if (taken) throw new Error(`${topic} is handled by ${taken.who}; ${who} cannot handle it too`);
      const entry = { who, run: handler };
      handlers.set(topic, entry);
      return () => {
        if (handlers.get(topic) === entry) handlers.delete(topic);
      };
    },

    async send(topic, payload, timeoutMs) {
      const handler = handlers.get(topic);
      if (!handler) throw new CommandError('no-handler', topic, `Nobody handles ${topic}`);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new CommandError('timeout', topic, `${handler.who} did not answer ${topic} in ${timeoutMs} ms`)),
          timeoutMs,
        );
      });
      try {
        return await Promise.race([Promise.resolve(deepFreeze(payload)).then(handler.run), timeout]);
      } catch (error) {
        if (error instanceof CommandError) throw error;
        onFault({ topic, who: handler.who, error });
        const message = error instanceof Error ? error.message : String(error);
        throw new CommandError('failed', topic, message);
      } finally {
        clearTimeout(timer);
      }
    },

    reportFault: onFault,
  };
}

/** A bus for a panel that was mounted without one. */
export function createLocalBus(): Bus {
  return createBus((fault) => {
    console.error(`${fault.who} failed on ${fault.topic}`, fault.error);
  });
}
