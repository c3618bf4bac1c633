import { LIVE_EVENTS, type LiveEvent } from '@inbox/domain';
import { merge, type Observable } from 'rxjs';
import type { BusClient } from './connect';

/** Every server event, whatever its name: all carry tickets and items as they are after it. */
export const liveEvents = (bus: BusClient): Observable<LiveEvent> =>
  merge(...LIVE_EVENTS.map((type) => bus.events(`live.${type}`)));
