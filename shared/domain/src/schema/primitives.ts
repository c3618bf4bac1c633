import * as z from 'zod/mini';

/** A schema whose result is exactly the domain's type. */
export type Schema<T> = z.ZodMiniType<T>;

/**
 * The schema of a branded id: a positive integer on the wire. This is the one place where a number becomes an id of a
 * named thing, hence the assertion.
 */
export function idSchema<Id extends number>(): Schema<Id> {
  return z.pipe(
    z.int().check(z.positive()),
    z.transform((id: number) => id as Id),
  );
}

/** The same from a path or a query, where everything is text. */
export function idFromText<Id extends number>(): Schema<Id> {
  return z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
    z.transform((text: string) => Number(text) as Id),
  );
}

/** An instant in ISO 8601 with its zone. */
export const isoTime: Schema<string> = z.iso.datetime({ offset: true });

/** A calendar day, yyyy-MM-dd. */
export const isoDay: Schema<string> = z.iso.date();
