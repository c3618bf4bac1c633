import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as z from 'zod/mini';

/**
 * The one table of modules that stand once in a page. The shell provides every one of them; a panel consumes them and
 * brings no copy of its own, so that a second React or a second bus cannot appear even by mistake.
 *
 * RxJS stands inside @inbox/events, axios inside @inbox/api and MUI inside @inbox/ui: sharing those rooms instead of
 * the libraries ships only what is used of them (decision 2). Libraries that a panel imports by their own names have a room as
 * well (decision 14).
 */
interface SharedModule {
  /** The package whose version counts; a request below it (`react/jsx-runtime`) has the version of its package. */
  package: string;
  /** A major that does not fit is refused instead of handed out in silence. */
  strict?: true;
  /** Fetched when the first panel asks for it, instead of with the shell. */
  lazy?: true;
  /** Is React, or renders with it. */
  react?: true;
  /**
   * The module that stands for it in the page: it names what panels have of a library. Panels import the library as
   * themselves, as they do in their tests and on a page of their own.
   */
  room?: string;
}

/** By request, as it stands in an import statement; a trailing slash covers all below it. */
const TABLE: Record<string, SharedModule> = {
  react: { package: 'react', react: true },
  'react/': { package: 'react', react: true },
  'react-dom': { package: 'react-dom', react: true },
  'react-dom/': { package: 'react-dom', react: true },
  '@emotion/react': { package: '@emotion/react', react: true, room: '@inbox/shell/provided/emotion' },
  '@emotion/styled': { package: '@emotion/styled', react: true },
  '@emotion/cache': { package: '@emotion/cache', react: true },
  virtua: { package: 'virtua', react: true, room: '@inbox/shell/provided/virtua' },
  'zod/mini': { package: 'zod', room: '@inbox/shell/provided/zod' },
  '@inbox/domain': { package: '@inbox/domain' },
  '@inbox/events': { package: '@inbox/events', strict: true },
  '@inbox/api': { package: '@inbox/api', strict: true },
  '@inbox/ui': { package: '@inbox/ui', react: true },
  '@inbox/panel': { package: '@inbox/panel', strict: true, react: true },
  '@inbox/panel/query': { package: '@inbox/panel', strict: true, lazy: true, react: true },
};

const Manifest = z.object({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+/)) });

const HERE = import.meta.dirname;

/**
 * Where to look for what is really installed: for the shell, which depends on every shared package; in a panel's own
 * checkout, which has no shell, in the folders above this one.
 */
const INSTALLED = [
  join(HERE, '../../../host/node_modules'),
  ...HERE.split(sep).map((_, depth, parts) => join(parts.slice(0, parts.length - depth).join(sep), 'node_modules')),
];

const manifestOf = (name: string) =>
  INSTALLED.map((dir) => join(dir, name, 'package.json')).find((path) => existsSync(path));

function installedVersion(name: string): string {
  const file = manifestOf(name);
  if (file === undefined) throw new Error(`${name} is not installed, and every panel shares it.`);
  return z.parse(Manifest, JSON.parse(readFileSync(file, 'utf8'))).version;
}

/** The shell's share of the federation runtime (`runtime/`) is there once, too. */
const RUNTIME = '@module-federation/enhanced';

/** A panel's own checkout may have no use for a library that has a room. */
const SHARED = Object.entries(TABLE).filter(
  ([, { package: name, room }]) => room === undefined || manifestOf(name) !== undefined,
);

const PACKAGES = [...new Set([...SHARED.map(([, entry]) => entry.package), RUNTIME])].toSorted();

/** The version of each shared package that a shell offers. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(PACKAGES.map((name) => [name, installedVersion(name)]));

/** The range of versions of each shared package that a panel fits. */
export const sharedRanges = (): Record<string, string> =>
  Object.fromEntries(PACKAGES.map((name) => [name, `^${installedVersion(name)}`]));

interface SharedOptions {
  singleton: true;
  version: string;
  requiredVersion: string;
  strictVersion: boolean;
  eager?: boolean;
  import?: false;
  shareKey?: string;
}

/**
 * The table with real versions written out: what the federation plugin infers under pnpm is the literal `workspace:*`.
 *
 * @param role the shell provides, a panel only consumes. A panel with hot reload brings a React of its own, and all that
 *   renders with it: the shell's is built for production, and replaces no component
 */
export function sharedModules(role: 'provider' | 'consumer' | 'hot consumer'): Record<string, SharedOptions> {
  const shared = SHARED.filter(([, { react, room }]) => role !== 'hot consumer' || (!react && !room));
  return Object.fromEntries(
    shared.map(([request, entry]): [string, SharedOptions] => {
      const version = installedVersion(entry.package);
      const common = {
        singleton: true as const,
        version,
        requiredVersion: `^${version}`,
        strictVersion: entry.strict === true,
      };
      if (role !== 'provider') return [request, { ...common, import: false as const }];
      const provided = { ...common, eager: !entry.lazy };
      return entry.room === undefined ? [request, provided] : [entry.room, { ...provided, shareKey: request }];
    }),
  );
}
