export { createBus, type Bus, type BusEntry, type BusFault } from './bus';
export type { BusPort, StateOwner } from './bus-port';
export { CommandError, type CommandFailure, type TopicKey } from './command-error';
export { COMMAND_TIMEOUT_MS, connectBus, topicKey, type BusClient } from './connect';
export { BusRefusal, type Declared } from './declared-port';
export { faultId } from './fault-id';
export { liveEvents } from './live-events';
export { readOnce } from './read-once';
export { isKnownTopic } from './known-topics';
export * from './topics';
// The few operators that panels use, so that RxJS itself stands in the page once and only here.
export {
  combineLatest,
  distinctUntilChanged,
  filter,
  map,
  merge,
  startWith,
  switchMap,
  timer,
  type Observable,
} from 'rxjs';
