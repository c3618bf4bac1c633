import { AsyncLocalStorage } from 'node:async_hooks';

/** Who does something, and from where, as the audit has it; only ids and names of programs. */
export interface Origin {
  /** `agent:5`, `operator:NAME`, `system`. */
  who: string;
  from?: OriginFrom;
  /** The inbox as the browser has asked for it: scheme, host and port. Not for the audit. */
  site?: string;
}

export interface OriginFrom {
  /** IP address. */
  address?: string;
  /** The browser or program and its system, without versions: 'Firefox on Windows'. */
  product?: string;
  session?: string;
  /** The embed secret that the token of an embedding page was signed with. */
  embed_secret?: string;
  /** The call, by method and pattern of its path. */
  call?: string;
  /** The command of the operator's tool, without its options. */
  command?: string;
}

const origins = new AsyncLocalStorage<Origin>();

/** Runs work in the name of this origin: what it changes is recorded so. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/** The one that the work under way is done in the name of; undefined for the inbox's own. */
export const currentOrigin = (): Origin | undefined => origins.getStore();

/** Most browsers claim to be others too: the first that fits is the one. */
const PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** An Android says Linux too, and an iPad that it is a Mac, unless it was set to say what it is. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const MAX_PRODUCT = 40;

const nameOf = (names: typeof PRODUCTS, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * What kind of program sends this User-Agent, and on what: 'Firefox on Windows'. Without the system where it names none;
 * undefined when it says nothing.
 */
export function productOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const product = nameOf(PRODUCTS, userAgent) ?? /^[\w.-]+/.exec(userAgent)?.[0].slice(0, MAX_PRODUCT);
  const system = product && nameOf(SYSTEMS, userAgent);
  return system ? `${product} on ${system}` : product;
}
