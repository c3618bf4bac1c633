import { readCursor, type Cursor } from '../platform/db/cursor';
import { BadRequest } from './failures';
import { messages } from './messages';

/** Where the page asked for begins. @throws BadRequest when it is none that was given out */
export function cursorOf(text: string | null): Cursor | null {
  if (text === null) return null;
  const cursor = readCursor(text);
  if (cursor === undefined) throw new BadRequest(messages.badCursor, { fetch_since: [messages.badCursor] });
  return cursor;
}
