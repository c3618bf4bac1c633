import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** The part of a panel's package.json that says what it does on the bus. */
const Declaring = z.object({
  inbox: z.object({ panel: z.string(), consumes: z.array(z.string()), produces: z.array(z.string()) }),
});

type Verb = 'consumes' | 'produces';
type Uses = Record<Verb, Set<string>>;

const CONSUMES = ['state', 'events', 'onState', 'onEvent', 'handle'];
const CALL = /\bbus\s*\.(own|emit|send|handle|state|events|onState|onEvent)(?:<'[^']+'>)?\(\s*(?:(['"`])([^'"`]+)\2)?/g;
const HOOK = /\b(?:useTopic|useEvent|useComposed)\(\s*['"]([^'"]+)['"]/g;
/** A toast is sent by the panel's runtime, when the panel takes `toast` from it. */
const TOAST = /\btoast\b[^}=]*\}\s*=\s*usePanel\(\)|usePanel\(\)\.toast\b/;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'(@inbox\/(?:panel|events)[^']*)'/g;

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** Sources below a folder, but for tests and what they share, without comments. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesIn(path);
    if (!isSource(entry.name)) return [];
    return [readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')];
  });
}

/** `actions.${name}` and `unsent.${name}` are the panel's own topics; `act.${panel}` is handled for itself and sent to anybody. */
function topicOf(written: string, call: string, panel: string): string {
  const name = written.replace(/^(actions|unsent)\.\$\{.*\}$/, `$1.${panel}`);
  return name.replace(/^act\.\$\{.*\}$/, call === 'send' ? 'act.*' : `act.${panel}`);
}

const withVersion = (topic: string) => (/@\d+$/.test(topic) ? topic : `${topic}@1`);

/** @throws Error for a topic that is not written out, where `isWritten` asks for that */
function usesIn(source: string, panel: string, isWritten: boolean): Uses {
  const uses: Uses = { consumes: new Set(), produces: new Set() };
  for (const [text, call, , written] of source.matchAll(CALL)) {
    if (call === undefined) continue;
    if (written === undefined && isWritten) throw new Error(`Write the topic out as a text: ${text}`);
    if (written === undefined) continue;
    uses[CONSUMES.includes(call) ? 'consumes' : 'produces'].add(withVersion(topicOf(written, call, panel)));
  }
  for (const [, topic] of source.matchAll(HOOK)) if (topic !== undefined) uses.consumes.add(withVersion(topic));
  if (TOAST.test(source)) uses.produces.add('toast@1');
  return uses;
}

function add(to: Uses, more: Uses): void {
  for (const verb of ['consumes', 'produces'] as const) for (const topic of more[verb]) to[verb].add(topic);
}

/** What stands at the outermost level of the shared package's sources, by name, as text. */
function declarationsOf(sources: readonly string[]): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const source of sources) {
    for (const part of source.split(/^(?=(?:export )?(?:async )?(?:function|const|class) \w)/m)) {
      const name = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(part)?.[1];
      if (name !== undefined) declarations.set(name, part);
    }
  }
  // What mounts a panel uses nothing by itself.
  declarations.delete('createRuntime');
  return declarations;
}

/** What a hook of the shared package uses, with all that it calls there. */
function usesOf(
  name: string,
  declarations: ReadonlyMap<string, string>,
  panel: string,
  seen = new Set<string>(),
): Uses {
  const uses: Uses = { consumes: new Set(), produces: new Set() };
  const source = declarations.get(name);
  if (source === undefined || seen.has(name)) return uses;
  seen.add(name);
  add(uses, usesIn(source, panel, false));
  for (const word of new Set(source.match(/\b\w+\b/g))) add(uses, usesOf(word, declarations, panel, seen));
  return uses;
}

function importedNames(source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/ as .*$/, ''))
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

const covers = (declared: string, used: string) =>
  declared === used || declared === used.replace(/^(live|act)\..+@/, '$1.*@');

/** What a panel's declaration lacks of what its code uses, and what it has in vain; each as `consumes topic@1`. */
export interface TopicDifference {
  undeclared: string[];
  unused: string[];
}

/**
 * Compares the topics that a panel's sources name (also by the hooks of `@inbox/panel` that they import) with those that
 * its package.json declares. Topics must be written out where they are used.
 *
 * @param folder of the panel, with `package.json` and `src`
 */
export function compareTopics(folder: string): TopicDifference {
  const { panel, ...declared } = z.parse(
    Declaring,
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  ).inbox;
  const shared = declarationsOf(sourcesIn(join(__dirname, '..')));
  const used: Uses = { consumes: new Set(), produces: new Set() };
  for (const source of sourcesIn(join(folder, 'src'))) {
    add(used, usesIn(source, panel, true));
    for (const name of importedNames(source)) add(used, usesOf(name, shared, panel));
  }
  const verbs = ['consumes', 'produces'] as const;
  return {
    undeclared: verbs.flatMap((verb) =>
      [...used[verb]]
        .filter((topic) => !declared[verb].some((one) => covers(one, topic)))
        .map((topic) => `${verb} ${topic}`),
    ),
    unused: verbs.flatMap((verb) =>
      declared[verb]
        .filter((one) => ![...used[verb]].some((topic) => covers(one, topic)))
        .map((one) => `${verb} ${one}`),
    ),
  };
}
