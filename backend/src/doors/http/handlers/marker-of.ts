import { readMarker, type Marker } from '../../../store/marker';
import { BadRequest } from '../failures';
import { messages } from '../messages';

/** Where the page asked for begins. @throws BadRequest when it is none that was given out */
export function markerOf(text: string | null): Marker | null {
  if (text === null) return null;
  const marker = readMarker(text);
  if (marker === undefined) throw new BadRequest(messages.badMarker, { fetch_since: [messages.badMarker] });
  return marker;
}
