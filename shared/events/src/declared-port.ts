import type { BusPort } from './bus-port';
import { CommandError, type TopicKey } from './command-error';
import { createQuota } from './quota';
import { readOnce } from './read-once';
import { spokenTopic, type SpokenTopic, type TopicKind } from './spoken';

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
  const permitted = new Map<string, SpokenTopic>();
  const quota = createQuota(now);

  function refuse(topic: TopicKey, why: string): never {
    const refusal = new BusRefusal(who, topic, why);
    port.reportFault(topic, refusal);
    throw refusal;
  }

  function mayOwn({ owner }: SpokenTopic): boolean {
    if (typeof owner === 'object') return owner.panel === who;
    return owner === 'any' || (owner !== 'host' && (slot === undefined || owner === slot));
  }

  /** @param act `own` is for those alone whose topic it is: the owner of a state, whoever emits an event or handles a command */
  function permit(topic: TopicKey, verb: 'consumes' | 'produces', kind: TopicKind, act: 'own' | 'use'): SpokenTopic {
    const known = permitted.get(`${act} ${verb} ${kind} ${topic}`);
    if (known) return known;
    if (!declares[verb].has(topic) && !declares[verb].has(topic.replace(/^(live|act)\..+@/, '$1.*@'))) {
      return refuse(topic, `does not declare that it ${verb} ${topic}`);
    }
    const spoken = spokenTopic(topic);
    if (!spoken) return refuse(topic, `declares ${topic}, which this page does not know`);
    if (spoken.kind !== kind)
      return refuse(topic, `uses ${topic} as a topic of the kind ${kind}; it is a ${spoken.kind}`);
    if (act === 'own' && !mayOwn(spoken))
      return refuse(topic, `may not have ${topic}, which is ${ownerName(spoken)}’s`);
    permitted.set(`${act} ${verb} ${kind} ${topic}`, spoken);
    return spoken;
  }

  function spend(topic: TopicKey): void {
    const left = quota.take();
    if (left === 'ok') return;
    const why = `publishes too much: ${quota.limit}. The last topic was ${topic}`;
    // A flood of reports would hurt the page as the flood itself does.
    if (left === 'first') refuse(topic, why);
    throw new BusRefusal(who, topic, why);
  }

  function fitting(topic: TopicKey, { schema }: SpokenTopic, payload: unknown): unknown {
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
      const spoken = permit(topic, 'produces', 'state', 'own');
      const owned = attempt(topic, () => port.own(topic));
      return Object.freeze({
        set(value: unknown) {
          spend(topic);
          owned.set(fitting(topic, spoken, value));
        },
        release: owned.release,
      });
    },
    state(topic) {
      permit(topic, 'consumes', 'state', 'use');
      return port.state(topic);
    },
    emit(topic, payload) {
      const spoken = permit(topic, 'produces', 'event', 'own');
      spend(topic);
      port.emit(topic, fitting(topic, spoken, payload));
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

const ownerName = ({ owner }: SpokenTopic): string => (typeof owner === 'object' ? owner.panel : owner);
