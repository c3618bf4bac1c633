interface Importer {
  /** An importer that has all the dependencies, in a folder one level below the root. */
  like: string;
  /** The new importer, two levels below the root. */
  folder: string;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/** Two spaces and the importer's folder, or four and a group of its dependencies. */
const IMPORTER = /^ {2}(\S+):$/;
const END = /^\S/;

/**
 * Adds a package to a pnpm lock file, with the versions that another package has: what `pnpm install` would write, so
 * that an install with a frozen lock file goes on working.
 *
 * @throws Error when `like` lacks one of the dependencies
 */
export function addImporter(lockfile: string, { like, folder, dependencies, devDependencies }: Importer): string {
  const lines = lockfile.split('\n');
  const start = lines.indexOf('importers:');
  const end = lines.findIndex((line, index) => index > start && END.test(line));
  const versions = versionsOf(lines.slice(start + 1, end), like);

  const group = (title: string, names: readonly string[]) => [
    `    ${title}:`,
    ...names.toSorted(compare).flatMap((name) => {
      const found = versions.get(name);
      if (!found) throw new Error(`${like} does not depend on ${name}.`);
      return [`      ${quoted(name)}:`, ...found.map((line) => line.replace('link:../', 'link:../../'))];
    }),
  ];
  const entry = [
    `  ${folder}:`,
    ...group('dependencies', Object.keys(dependencies)),
    ...group('devDependencies', Object.keys(devDependencies)),
    '',
  ];
  const next = lines.findIndex((line, index) => {
    if (index <= start || index >= end) return index === end;
    const name = IMPORTER.exec(line)?.[1];
    return name !== undefined && compare(name, folder) > 0;
  });
  return [...lines.slice(0, next), ...entry, ...lines.slice(next)].join('\n');
}

/** Specifier and version of each dependency of an importer, as they are written. */
function versionsOf(importers: readonly string[], importer: string): Map<string, readonly string[]> {
  const start = importers.indexOf(`  ${importer}:`);
  const length = importers.slice(start + 1).findIndex((line) => IMPORTER.test(line));
  const own = importers.slice(start + 1, length === -1 ? undefined : start + 1 + length);
  const found = new Map<string, readonly string[]>();
  own.forEach((line, index) => {
    const name = /^ {6}'?([^' ]+?)'?:$/.exec(line)?.[1];
    if (name !== undefined) found.set(name, own.slice(index + 1, index + 3));
  });
  return found;
}

const quoted = (name: string) => (name.startsWith('@') ? `'${name}'` : name);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
