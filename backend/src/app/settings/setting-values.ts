import { isIP } from 'node:net';
import * as z from 'zod/mini';

const PORT = 'must be a port number from 0 to 65535';

/** A port number; 0 takes any free port. */
export const portText = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, PORT)),
  z.pipe(z.transform(Number), z.number().check(z.maximum(65535, PORT))),
);

/** A port number with a default. */
export const port = (fallback: number) => z._default(portText, fallback);

/** An address with one of these beginnings; `what` is the end of the sentence that refuses any other. */
export const address = (protocols: readonly string[], what: string) =>
  z.optional(z.string().check(z.refine((text) => protocols.some((each) => text.startsWith(each)), what)));

/** The address of a PostgreSQL server. */
export const postgresAddress = address(
  ['postgres://', 'postgresql://'],
  'must begin with postgres:// or postgresql://',
);

const SECONDS = 'must be seconds from 1 to 120';

/** Seconds that something waits for an answer, with a default. */
export const seconds = (fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, SECONDS)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1, SECONDS), z.maximum(120, SECONDS))),
    ),
    fallback,
  );

/** A whole number from `least` to `most`, with a default; `what` is the end of the sentence that refuses any other. */
export const whole = (fallback: number, most: number, what: string, least = 1) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, what)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(least, what), z.maximum(most, what))),
    ),
    fallback,
  );

/** The parts of a value that has commas between them. */
export const listOf = (text: string): string[] => text.split(',').filter(Boolean);

/** Whether a text is an IP address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const most = isIP(ip) === 6 ? 128 : 32;
  const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
  return isIP(ip) !== 0 && isMask && more.length === 0;
}

/** An address of the web, without a query. */
export const webAddress = z.optional(
  z
    .string()
    .check(
      z.refine((text) => /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text), 'must be an address of the web'),
    ),
);
