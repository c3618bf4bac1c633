import type { ContentId } from '@inbox/domain';
import { createContext } from 'react';

/** Pixels. A mail that claims more scrolls inside its frame. */
export const TALLEST = 4_000;
export const LOWEST = 48;

/**
 * How high the frame of each mail last was, and in how wide a panel, as long as the page lives: a mail that is scrolled
 * back into view has its height at once, so that nothing around it jumps.
 */
const known = new Map<ContentId, { height: number; width: number }>();

/** Whether it was measured in this page, in a panel of this width. */
export const hasHeight = (id: ContentId, width: number): boolean => known.get(id)?.width === width;

/** The known height, or one guessed by how much a mail says. */
export function frameHeight(id: ContentId, html: string): number {
  return known.get(id)?.height ?? Math.min(600, Math.max(LOWEST, 60 + Math.round(html.length / 40)));
}

/** @param width of the panel, in pixels */
export function rememberHeight(id: ContentId, scrollHeight: number, width: number): number {
  const height = Math.min(TALLEST, Math.max(LOWEST, scrollHeight + 2));
  known.set(id, { height, width });
  return height;
}

/**
 * Called by what has changed the height of its row, as soon as it has: what the agent points at is put back at once. Until
 * the browser tells of the height by itself, in the next frame, a click would meet what has moved there.
 */
export const RowHeightContext = createContext<() => void>(() => undefined);
