export { createBus, createLocalBus, type Bus, type BusFault, type StateOwner } from './bus';
export { CommandError, type CommandFailure, type TopicKey } from './command-error';
export { COMMAND_TIMEOUT_MS, connectBus, topicKey, type BusClient, type Declared } from './connect';
export { liveEvents } from './live-events';
export { readOnce } from './read-once';
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
