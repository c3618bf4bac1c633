import type { Api } from '@inbox/api';
import {
  distinctUntilChanged,
  filter,
  liveEvents,
  map,
  type BusClient,
  type EventPayload,
  type EventTopic,
  type Observable,
  type StateTopic,
  type StateValue,
  type TopicKey,
} from '@inbox/events';
import type { LiveEvent } from '@inbox/domain';
import { useContext, useEffect, useEffectEvent, useMemo } from 'react';
import type { NavigationIntent, StoredAnswers } from '../contract/contract';
import { RuntimeContext, type PanelRuntime, type Report, type ShowToast } from '../runtime/runtime';
import { createPanelStorage, type PanelStorage } from '../storage/storage';
import { useStore } from '../state/store';

function useRuntime(): PanelRuntime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('This hook works only inside a panel made by definePanel');
  return runtime;
}

export interface PanelHandle {
  name: string;
  instanceId: string;
  api: Api;
  bus: BusClient;
  navigate(intent: NavigationIntent): void;
  /** Undefined in a page without addresses. See `useTicketLink`. */
  addressOf(intent: NavigationIntent): string | undefined;
  report: Report;
  toast: ShowToast;
  /** BCP 47. */
  locale: string;
  /** What the names of all that is stored in the browser begin with. See `usePanelStorage`. */
  storageArea: string;
  /** Answers that this browser stored of earlier pages; undefined in a page that stores none. */
  stored: StoredAnswers | undefined;
  /** The markup of a frame's document as `srcdoc` takes it. See `PanelPorts`. */
  trustedFrame(markup: string): string;
}

/** The panel's view of the world. The same object for as long as the panel is mounted. */
export const usePanel = (): PanelHandle => useRuntime();

/** The latest value of a state topic; undefined until its owner has set one. */
export function useTopic<K extends StateTopic>(topic: K): StateValue<K> | undefined {
  return useStore(useRuntime().topic(topic));
}

/** Calls back for every event on the topic while the component is shown, with the listener of the latest render. */
export function useEvent<K extends EventTopic>(topic: K, listener: (payload: EventPayload<K>) => void): void {
  const { bus } = useRuntime();
  const onEvent = useEffectEvent(listener);
  useEffect(() => bus.onEvent(topic, (payload) => onEvent(payload)), [bus, topic]);
}

/** Calls back for every server event, whatever its name: all carry tickets and items as they are after it. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  useComposed('live.*@1', liveEvents, listener);
}

/** Calls back when the live connection is open (again): what failed to load while it was down can be had now. */
export function useLineBack(listener: () => void): void {
  useComposed('connection@1', lineBack, listener);
}

const lineBack = (bus: BusClient): Observable<boolean> =>
  bus.state('connection').pipe(
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
    filter((isLive) => isLive),
  );

/**
 * Calls back with each value of an Observable that is composed of topics: several of them, some of their values, or later.
 *
 * @param key names it in reports of a listener that throws
 * @param compose the same function at each render
 */
export function useComposed<T>(
  key: TopicKey,
  compose: (bus: BusClient) => Observable<T>,
  listener: (value: T) => void,
): void {
  const { bus } = useRuntime();
  const onValue = useEffectEvent(listener);
  useEffect(() => bus.on(key, compose(bus), (value) => onValue(value)), [bus, compose, key]);
}

/** Calls back when the agent signs out. */
export function useSignedOut(listener: () => void): void {
  const { onSignedOut } = useRuntime();
  const onEvent = useEffectEvent(listener);
  useEffect(() => onSignedOut(() => onEvent()), [onSignedOut]);
}

/**
 * Returns `markReady`, to be called from an effect when the first content (or the first failure) is shown; only the first
 * call counts.
 */
export const usePanelReady = (): (() => void) => useRuntime().markReady;

/**
 * The panel's own part of the browser's storage, of the agent who is signed in (topic `session`). While nobody is known
 * to be, it keeps things in memory, so that no agent finds another's drafts.
 */
export function usePanelStorage(): PanelStorage {
  const { name, report, memory, storageArea } = useRuntime();
  const session = useTopic('session');
  const agentId = session?.signedIn ? session.profile.current_user_id : null;
  return useMemo(
    () => createPanelStorage({ area: storageArea, panel: name, agentId, memory, report }),
    [storageArea, name, agentId, memory, report],
  );
}
