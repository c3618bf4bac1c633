import * as z from 'zod/mini';
import type { Schema } from './primitives';

/**
 * Something on the wire that this version does not know: the sender is newer. It is applied as far as it is understood.
 */
export interface Newer {
  /** Which field or thing, like `ticket.status`. */
  what: string;
  /** The value, when it looks like a name; data of customers stands nowhere in it. */
  value: string;
  /** A whole row or event was left out: what is shown may be old until it is loaded anew. */
  isLost: boolean;
}

let collected: Newer[] | null = null;

/** Runs `parse`, and tells what it met that is newer than this version. Parsing is synchronous, so two never mix. */
export function collectUnknownValues<T>(parse: () => T): { result: T; newer: Newer[] } {
  const outer = collected;
  const newer: Newer[] = [];
  collected = newer;
  try {
    return { result: parse(), newer };
  } finally {
    collected = outer;
    outer?.push(...newer);
  }
}

const NAME = /^[\w.:-]{1,40}$/;

/** @param value as it came; only a name is told, of all else its type */
export function noteNewer(what: string, value: unknown, { isLost = false } = {}): void {
  const isName = typeof value === 'number' || (typeof value === 'string' && NAME.test(value));
  collected?.push({ what, value: isName ? String(value) : typeof value, isLost });
}

/** One line for a report. */
export function newerText(newer: readonly Newer[]): string {
  return [...new Set(newer.map(({ what, value }) => `${what}: ${value}`))].join(', ');
}

/** A name of the wire: one of `values`; any other is noted as newer and read as `otherwise`. */
export function nameOf<const V extends string, const O>(
  what: string,
  values: readonly V[],
  otherwise: O,
): Schema<V | O> {
  const known: ReadonlySet<string> = new Set(values);
  return z.pipe(
    z.string(),
    z.transform((name: string): V | O => {
      if (known.has(name)) return name as V;
      noteNewer(what, name);
      return otherwise;
    }),
  );
}

/** The rows that can be read, in their order. Any other is noted and left out: it does not take the rest with it. */
export function readableOf<T>(what: string, row: Schema<T>): Schema<T[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((rows: unknown[]) => readableRows(what, row, rows)),
  );
}

/** The same for an answer that is made of its rows: when none can be read it is not what was agreed, and fails. */
export function rowsOf<T>(what: string, row: Schema<T>): Schema<T[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((rows: unknown[], context) => {
      const read = readableRows(what, row, rows);
      if (rows.length > 0 && read.length === 0) {
        context.issues.push({ code: 'custom', message: `No ${what} can be read`, input: undefined });
      }
      return read;
    }),
  );
}

function readableRows<T>(what: string, row: Schema<T>, rows: readonly unknown[]): T[] {
  const read: T[] = [];
  for (const one of rows) {
    const parsed = z.safeParse(row, one);
    if (parsed.success) read.push(parsed.data);
    else noteNewer(what, parsed.error.issues[0]?.path.join('.'), { isLost: true });
  }
  return read;
}
