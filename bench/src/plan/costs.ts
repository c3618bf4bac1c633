import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const processor = z.object({ backend: z.number().check(z.positive()), database: z.number().check(z.nonnegative()) });

const schema = z.object({
  /** Milliseconds of one processor for each. */
  messageIn: processor,
  reply: processor,
  list: processor,
  opened: processor,
  /** Of the backend, for each open page that is told of a message. */
  told: z.number().check(z.positive()),
  /** Of the backend in a second, for each open page in which nothing happens. */
  rest: z.number().check(z.nonnegative()),
  /** Bytes of the backend's memory for each open page. */
  pageBytes: z.number().check(z.positive()),
  /** Open pages that one process was seen to hold. */
  pagesAProcess: z.number().check(z.positive()),
  /** Bytes of the database for each message, with its indexes and what else is written down of it. */
  messageBytes: z.number().check(z.positive()),
  /** Of a directory before several cells: for each call, and for each open page that is told. */
  directory: z.object({ call: z.number().check(z.positive()), told: z.number().check(z.nonnegative()) }),
  /** Bytes of a directory's memory for each open page. */
  directoryPageBytes: z.number().check(z.positive()),
});

/** What each piece of work costs one process and its database. */
export type Costs = z.infer<typeof schema>;

/** As `pnpm bench --only load` has measured them; the file says when and where. */
export function measuredCosts(): Costs {
  return schema.parse(JSON.parse(readFileSync(new URL('./measured-costs.json', import.meta.url), 'utf8')));
}
