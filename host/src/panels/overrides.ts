/** Panels of this tab that are not what the registry has for its agent, by name. */
export interface PanelOverrides {
  /** Origins of a developer's own builds. */
  origins: Readonly<Record<string, string>>;
  /** Published versions that are previewed. */
  versions: Readonly<Record<string, string>>;
}

interface OverrideOptions {
  /** May a developer's build come into this page? Published versions may anywhere: the server says who has them. */
  allowed: boolean;
  /** Stores the query that asks for the same. */
  keep(asked: string): void;
}

const isThisMachine = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/;

/** The origin or version that the text means; null for anything else. A link must not bring in a stranger's code. */
function meantBy(text: string): string | null {
  if (VERSION.test(text)) return text;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return isThisMachine(url) ? url.origin : null;
}

/**
 * What `panel=conversation@http://localhost:3003` and `panel=conversation@0.1.0-3f2a` ask for, several if wanted: a build
 * that this machine serves, or a published version. What is asked for last counts, and it alone stays stored.
 *
 * @param asked a query, as `requestedPanels` returns it
 */
export function readOverrides(asked: string, { allowed, keep }: OverrideOptions): PanelOverrides {
  const meant = new Map<string, string>();
  for (const text of new URLSearchParams(asked).getAll('panel')) {
    const [, name, wanted = ''] = /^([a-z][a-z0-9-]*)@(.+)$/.exec(text) ?? [];
    const value = meantBy(wanted);
    if (name !== undefined && value !== null) meant.set(name, value);
  }
  const kept = new URLSearchParams([...meant].map(([name, value]) => ['panel', `${name}@${value}`]));
  keep(kept.toString());
  const isVersion = ([, value]: [string, string]) => VERSION.test(value);
  return {
    origins: Object.fromEntries([...meant].filter((one) => allowed && !isVersion(one))),
    versions: Object.fromEntries([...meant].filter(isVersion)),
  };
}
