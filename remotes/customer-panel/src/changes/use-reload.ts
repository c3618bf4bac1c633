import { distinctUntilChanged, filter, map, type BusClient, type Observable } from '@inbox/events';
import { useComposed, useEvent } from '@inbox/panel';

/** Calls back when what is shown may be old: the agent refreshes, events were missed, or the connection was down. */
export function useReload(reload: () => void): void {
  useEvent('refresh.requested', reload);
  useEvent('live.resync', reload);
  useComposed('connection@1', reconnected, reload);
}

/** Each time that the connection is live again. The state at the start is none. */
const reconnected = (bus: BusClient): Observable<boolean> =>
  bus.state('connection').pipe(
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
    filter((isLive, index) => isLive && index > 0),
  );
