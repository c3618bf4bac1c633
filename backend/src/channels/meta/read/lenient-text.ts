import * as z from 'zod/mini';

/** A text that may be missing or null; then it is empty. */
export const lenientText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** The same of what some senders write as a number, such as a postal code. */
export const lenientWord = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((word) => String(word ?? '').trim()),
);

/** A list that may be missing or null; then it is empty. */
export const lenientList = <T>(each: z.ZodMiniType<T>) =>
  z.pipe(
    z.nullish(z.array(each)),
    z.transform((list) => list ?? []),
  );
