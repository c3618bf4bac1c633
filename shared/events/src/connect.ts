import type { Schema } from '@inbox/domain';
import type { Observable, Subscription } from 'rxjs';
import type { BusPort } from './bus-port';
import { CommandError, type TopicKey } from './command-error';
import { BusRefusal } from './declared-port';
import { readOnce } from './read-once';
import {
  commandTopicOf,
  topicOf,
  type CommandName,
  type CommandPayload,
  type CommandResult,
  type EventPayload,
  type EventTopic,
  type StateTopic,
  type StateValue,
} from './topics';
import { Observable as RxObservable } from 'rxjs';

/** Milliseconds a command may take before its sender is told that nobody answered. */
export const COMMAND_TIMEOUT_MS = 5_000;

/** One party's typed client of the bus. What does not fit a topic's schema is reported by name and goes no further. */
export interface BusClient {
  /** @throws Error when another party owns the topic, or this one does not declare it. */
  own<K extends StateTopic>(topic: K): { set(value: StateValue<K>): void; release(): void };
  /** Whoever subscribes to a bare observable and throws harms nobody else, but is seen by the page's error log alone. */
  state<K extends StateTopic>(topic: K): Observable<StateValue<K>>;
  emit<K extends EventTopic>(topic: K, payload: EventPayload<K>): void;
  events<K extends EventTopic>(topic: K): Observable<EventPayload<K>>;
  /** Subscribes until the client is disposed of; a listener that throws is reported and stays subscribed. */
  onState<K extends StateTopic>(topic: K, listener: (value: StateValue<K>) => void): () => void;
  onEvent<K extends EventTopic>(topic: K, listener: (payload: EventPayload<K>) => void): () => void;
  /** The same for what was composed of several topics, or delayed; faults are reported under `key`. */
  on<T>(key: TopicKey, composed: Observable<T>, listener: (value: T) => void): () => void;
  handle<K extends CommandName>(
    command: K,
    handler: (payload: CommandPayload<K>) => CommandResult<K> | Promise<CommandResult<K>>,
  ): () => void;
  /** @throws CommandError */
  send<K extends CommandName>(
    command: K,
    payload: CommandPayload<K>,
    options?: { timeoutMs?: number },
  ): Promise<CommandResult<K>>;
  /** Ends every subscription, ownership and handler of this client. */
  dispose(): void;
}

/** The key under which a topic travels, `name@version`: what a panel writes into its manifest. */
export function topicKey(name: StateTopic | EventTopic | CommandName): TopicKey {
  return `${name}@${topicOf(name).version}`;
}

function read(schema: Schema<unknown>, value: unknown, failure: (why: string) => CommandError): unknown {
  try {
    return readOnce(schema, value);
  } catch (error) {
    throw failure(error instanceof Error ? error.message : String(error));
  }
}

/** The typed client of one party's end of the bus. */
export function connectBus(port: BusPort): BusClient {
  /** Hands on what fits the schema; what does not is a fault of whoever published it, told by topic and reader. */
  function checked<T>(source: Observable<unknown>, key: TopicKey, schema: Schema<unknown>): Observable<T> {
    return new RxObservable<T>((subscriber) =>
      source.subscribe((value) => {
        let parsed: T;
        try {
          parsed = readOnce(schema, value) as T;
        } catch (error) {
          port.reportFault(key, error);
          return;
        }
        subscriber.next(parsed);
      }),
    );
  }

  const subscriptions = new Set<Subscription>();
  function listen<T>(source: Observable<T>, key: TopicKey, listener: (value: T) => void): () => void {
    const subscription: Subscription = source.subscribe((value) => {
      try {
        listener(value);
      } catch (error) {
        // A refusal has been reported when it was given.
        if (!(error instanceof BusRefusal)) port.reportFault(key, error);
      }
    });
    subscriptions.add(subscription);
    return () => {
      subscriptions.delete(subscription);
      subscription.unsubscribe();
    };
  }

  const client: BusClient = {
    own(topic) {
      const state = port.own(topicKey(topic));
      return { set: (value) => state.set(readOnce(topicOf(topic).schema, value)), release: state.release };
    },
    state: (topic) => checked(port.state(topicKey(topic)), topicKey(topic), topicOf(topic).schema),
    emit: (topic, payload) => port.emit(topicKey(topic), readOnce(topicOf(topic).schema, payload)),
    events: (topic) => checked(port.events(topicKey(topic)), topicKey(topic), topicOf(topic).schema),
    onState: (topic, listener) => listen(client.state(topic), topicKey(topic), listener),
    onEvent: (topic, listener) => listen(client.events(topic), topicKey(topic), listener),
    on: (key, composed, listener) => listen(composed, key, listener),
    handle(command, handler) {
      const { schema, result } = commandTopicOf(command);
      const key = topicKey(command);
      return port.handle(key, async (payload) => {
        const asked = read(schema, payload, (why) => new CommandError('bad-payload', key, `${key}: ${why}`));
        return readOnce(result, await handler(asked as never));
      });
    },
    async send(command, payload, { timeoutMs = COMMAND_TIMEOUT_MS } = {}) {
      const key = topicKey(command);
      const answer = await port.send(key, payload, timeoutMs);
      return read(
        commandTopicOf(command).result,
        answer,
        (why) => new CommandError('failed', key, `${key}: ${why}`),
      ) as never;
    },
    dispose() {
      // What was composed may wait for no topic at all, but for time.
      for (const subscription of subscriptions) subscription.unsubscribe();
      subscriptions.clear();
      port.leave();
    },
  };
  return client;
}
