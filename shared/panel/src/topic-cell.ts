import type { BusClient, StateTopic, StateValue } from '@inbox/events';

/** The latest value of one state topic, in the form that React subscribes to. */
export interface TopicCell<T> {
  read(): T | undefined;
  subscribe(listener: () => void): () => void;
}

/**
 * One cell per topic and mounted panel, made when first asked for and kept until the bus client is disposed of: each
 * value is checked once, and all that show it hold the same object.
 */
export function createTopicCells(bus: BusClient): <K extends StateTopic>(topic: K) => TopicCell<StateValue<K>> {
  const cells: { [K in StateTopic]?: TopicCell<StateValue<K>> } = {};

  function make<K extends StateTopic>(topic: K): TopicCell<StateValue<K>> {
    const listeners = new Set<() => void>();
    let value: StateValue<K> | undefined;
    bus.onState(topic, (next) => {
      value = next;
      for (const listener of listeners) listener();
    });
    return {
      read: () => value,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }

  return <K extends StateTopic>(topic: K): TopicCell<StateValue<K>> => {
    const known: TopicCell<StateValue<K>> | undefined = cells[topic];
    if (known) return known;
    const made = make(topic);
    Object.assign(cells, { [topic]: made });
    return made;
  };
}
