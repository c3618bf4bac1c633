import type { ContentId } from '@inbox/domain';

/** Pixels. A mail that claims more scrolls inside its frame. */
const TALLEST = 4_000;
export const LOWEST = 48;

/**
 * How high the frame of each mail last was, as long as the page lives: a mail that is scrolled back into view has its
 * height at once, so that nothing around it jumps.
 */
const known = new Map<ContentId, number>();

/** The known height, or one guessed by how much a mail says. */
export function frameHeight(id: ContentId, html: string): number {
  return known.get(id) ?? Math.min(600, Math.max(LOWEST, 60 + Math.round(html.length / 40)));
}

export function rememberHeight(id: ContentId, scrollHeight: number): number {
  const height = Math.min(TALLEST, Math.max(LOWEST, scrollHeight + 2));
  known.set(id, height);
  return height;
}
