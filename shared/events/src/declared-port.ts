import type { BusPort } from './bus-port';
import { CommandError, type TopicKey } from './command-error';
import { createQuota } from './quota';
import { readOnce } from './read-once';
import { knownTopic, type KnownTopic, type TopicKind } from './known-topics';

/** What a party may set, emit, send and handle, by topic keys; `live.*@1` and `act.*@1` stand for all of these names. */
export interface Declared {
  /** What it subscribes to and handles … */
  consumes: readonly string[];
  /** … and what it sets, emits and sends. */
  produces: readonly string[];
  /** The slot of a panel in a page with slots: some topics belong to the panel in one. Left out by a panel that is alone. */
  slot?: string | undefined;
}

/** A party did on the bus what it may not. */
export class BusRefusal extends Error {
  override readonly name = 'BusRefusal';
  constructor(
    readonly party: string,
    readonly topic: TopicKey,
    why: string,
  ) {
    super(`${party} ${why}`);
  }
}

/**
 * The port of a party that does what it declares, and nothing else: topics that it does not declare, that belong to
 * somebody else, or that this page does not speak are refused by name, and so are payloads that do not fit and bursts.
 */
export function declaredPort(port: BusPort, declared: Declared, now: () => number): BusPort {
  const { who } = port;
  const { slot } = declared;
  const declares = { consumes: new Set(declared.consumes), produces: new Set(declared.produces) };
  const permitted = new Map<string, KnownTopic>();
  const quota = createQuota(now);

  function refuse(topic: TopicKey, why: string): never {
    const refusal = new BusRefusal(who, topic, why);
    port.reportFault(topic, refusal);
    throw refusal;
  }

  function mayOwn({ owner }: KnownTopic): boolean {
    if (typeof owner === 'object') return owner.panel === who;
    return owner === 'any' || (owner !== 'host' && (slot === undefined || owner === slot));
  }

  /** @param act `own` is for those alone whose topic it is: the owner of a state, whoever emits an event or handles a command */
  function permit(topic: TopicKey, verb: 'consumes' | 'produces', kind: TopicKind, act: 'own' | 'use'): KnownTopic {
    const before = permitted.get(`${act} ${verb} ${kind} ${topic}`);
    if (before) return before;
    if (!declares[verb].has(topic) && !declares[verb].has(topic.replace(/^(live|act)\..+@/, '$1.*@'))) {
      return refuse(topic, `does not declare that it ${verb} ${topic}`);
    }
    const known = knownTopic(topic);
    if (!known) return refuse(topic, `declares ${topic}, which this page does not know`);
    if (known.kind !== kind)
      return refuse(topic, `uses ${topic} as a topic of the kind ${kind}; it is a ${known.kind}`);
    if (act === 'own' && !mayOwn(known)) return refuse(topic, `may not have ${topic}, which is ${ownerName(known)}’s`);
    permitted.set(`${act} ${verb} ${kind} ${topic}`, known);
    return known;
  }

  function spend(topic: TopicKey): void {
    const left = quota.take();
    if (left === 'ok') return;
    const why = `publishes too much: ${quota.limit}. The last topic was ${topic}`;
    // A flood of reports would hurt the page as the flood itself does.
    if (left === 'first') refuse(topic, why);
    throw new BusRefusal(who, topic, why);
  }

  function fitting(topic: TopicKey, { schema }: KnownTopic, payload: unknown): unknown {
    try {
      return readOnce(schema, payload);
    } catch (error) {
      return refuse(topic, `publishes on ${topic} what does not fit: ${String(error)}`);
    }
  }

  /** Taken already, say: its fault as well. */
  function attempt<T>(topic: TopicKey, work: () => T): T {
    try {
      return work();
    } catch (error) {
      port.reportFault(topic, error);
      throw error;
    }
  }

  return Object.freeze<BusPort>({
    who,
    own(topic) {
      const known = permit(topic, 'produces', 'state', 'own');
      const owned = attempt(topic, () => port.own(topic));
      return Object.freeze({
        set(value: unknown) {
          spend(topic);
          owned.set(fitting(topic, known, value));
        },
        release: owned.release,
      });
    },
    state(topic) {
      permit(topic, 'consumes', 'state', 'use');
      return port.state(topic);
    },
    emit(topic, payload) {
      const known = permit(topic, 'produces', 'event', 'own');
      spend(topic);
      port.emit(topic, fitting(topic, known, payload));
    },
    events(topic) {
      permit(topic, 'consumes', 'event', 'use');
      return port.events(topic);
    },
    handle(topic, handler) {
      permit(topic, 'consumes', 'command', 'own');
      return attempt(topic, () => port.handle(topic, handler));
    },
    async send(topic, payload, timeoutMs) {
      try {
        permit(topic, 'produces', 'command', 'use');
        spend(topic);
      } catch (error) {
        throw new CommandError('refused', topic, error instanceof Error ? error.message : String(error));
      }
      return port.send(topic, payload, timeoutMs);
    },
    reportFault: (topic, error) => port.reportFault(topic, error),
    leave: () => port.leave(),
  });
}

const ownerName = ({ owner }: KnownTopic): string => (typeof owner === 'object' ? owner.panel : owner);
