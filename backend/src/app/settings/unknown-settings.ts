import leven from 'leven';

/** Settings of the product's other programs: scripts, tests, journeys and the examples of the documentation. */
export const OTHER_SETTINGS: readonly string[] = [
  'INBOX_BACKEND',
  'INBOX_CHAOS_SEED',
  'INBOX_CHAOS_SENDS',
  'INBOX_CHROMIUM',
  'INBOX_DEV_PANELS',
  'INBOX_DRILL_TICKETS',
  'INBOX_E2E_PREPARED',
  'INBOX_EMBED_KID',
  'INBOX_EMBED_SECRET',
  'INBOX_FIREFOX',
  'INBOX_PANEL_TOKEN',
  'INBOX_SHOTS',
  'INBOX_TABS',
  'INBOX_TABS_SENDS',
  'INBOX_TABS_SEND_MS',
  'INBOX_TEST_SEED',
  'INBOX_WEBKIT',
];

/** Longer names are compared by their beginning: the comparison takes time for each pair of characters. */
const LONGEST = 60;
/** A name that differs in a larger share of its characters is another word, and not a slip. */
const SLIP = 0.4;
/** A swap of two neighbours counts as two changes, which is a large share of a short name. */
const SWAP = 2;

/**
 * Kubernetes and container links set variables of this form for a service that is named `inbox`, in every container
 * beside it. Nobody has mistyped them.
 */
const isServiceAddress = (name: string, value: string): boolean =>
  /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP)(?:_|$)/.test(name) ||
  (name.endsWith('_PORT') && /^(?:tcp|udp):\/\//.test(value));

/**
 * The settings in the environment that nothing reads: mistyped ones, and those of another release.
 * @param env the environment; a setting that is left empty counts as not set
 * @param known the names of all settings of the inbox
 * @returns a sentence for each, with the nearest setting where one is near; never with a value
 */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): string[] {
  const all = new Set([...known, ...OTHER_SETTINGS]);
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (value === '' || !/^INBOX_/i.test(name) || all.has(name) || isServiceAddress(name, value)) return [];
    const shown = name.slice(0, LONGEST);
    const nearest = nearestOf(shown, known);
    return [
      nearest === undefined ? `${shown} is not a setting.` : `${shown} is not a setting; did you mean ${nearest}?`,
    ];
  });
}

/** The prefix is left out, since some settings have none: INBOX_DATABASE_URL is meant as DATABASE_URL. */
const wordOf = (name: string): string => name.toUpperCase().replace(/^INBOX_/, '');

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const word = wordOf(name);
  let nearest: { name: string; changes: number } | undefined;
  for (const each of known) {
    const other = wordOf(each);
    const changes = leven(word, other);
    const most = Math.max(SWAP, Math.max(word.length, other.length) * SLIP);
    if (changes <= most && changes < (nearest?.changes ?? Infinity)) nearest = { name: each, changes };
  }
  return nearest?.name;
}
