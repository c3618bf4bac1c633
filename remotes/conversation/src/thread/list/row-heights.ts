import { createContext } from 'react';

/**
 * Called by what has changed the height of its row, as soon as it has: what the agent points at is put back at once. Until
 * the browser tells of the height by itself, in the next frame, a click would meet what has moved there.
 */
export const RowHeightContext = createContext<() => void>(() => undefined);
