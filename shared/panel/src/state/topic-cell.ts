import type { BusClient, StateTopic, StateValue } from '@inbox/events';
import { createStore, type ReadableStore } from './store';

/** The latest value of one state topic; undefined until its owner has set one. */
export type TopicCell<T> = ReadableStore<T | undefined>;

/**
 * One cell per topic and mounted panel, made when first asked for and kept until the bus client is disposed of: each
 * value is checked once, and all that show it hold the same object.
 */
export function createTopicCells(bus: BusClient): <K extends StateTopic>(topic: K) => TopicCell<StateValue<K>> {
  const cells: { [K in StateTopic]?: TopicCell<StateValue<K>> } = {};

  function make<K extends StateTopic>(topic: K): TopicCell<StateValue<K>> {
    const value = createStore<StateValue<K> | undefined>(undefined);
    bus.onState(topic, value.set);
    return value;
  }

  return <K extends StateTopic>(topic: K): TopicCell<StateValue<K>> => {
    const known: TopicCell<StateValue<K>> | undefined = cells[topic];
    if (known) return known;
    const made = make(topic);
    Object.assign(cells, { [topic]: made });
    return made;
  };
}
