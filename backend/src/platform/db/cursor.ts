import * as z from 'zod/mini';

/**
 * Where the next page begins, opaque to clients: the place of the last row in its order. The time stands as PostgreSQL
 * wrote it, with all its digits; JavaScript's dates lose microseconds.
 */
export interface Cursor {
  key: string;
  id: number;
  /** Which part of an order that has several. */
  part: number;
  /** The clock of the first page, in milliseconds: an order that depends on the time stays the same over all pages. */
  at: number;
}

const Cursor = z.object({
  key: z.string().check(z.regex(/^\d{4,6}-\d\d-\d\d[\d :.+-]{8,30}$/)),
  id: z.int().check(z.positive()),
  part: z.int().check(z.minimum(0), z.maximum(9)),
  at: z.int().check(z.minimum(0), z.maximum(8.64e15)),
});

export function writeCursor({ key, id, part, at }: Cursor): string {
  return Buffer.from(JSON.stringify({ key, id, part, at })).toString('base64url');
}

/** Undefined for anything that `writeCursor` did not make. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const parsed = Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
