/**
 * What is known of releasing panels: their health as pages report it, and when a release is taken back. It stands apart
 * from the rest, since agents who only answer customers load none of it.
 */

/** Required to see and change what is released. It counts for the whole installation, so no shop's admin gives it. */
export const OPERATIONS_PERMISSION = 'operate_panels';

/** What a page counts of a panel's version, once each: it loaded it; it could not; it threw as it ran. */
export const HEALTH_COUNTS = ['load', 'load_failed', 'render_error'] as const;
/**
 * What a page measures: until the panel's code had come and begun, the web vitals of what lies in it, and by what agents did
 * the longest answer to it and the longest frame. Each is the worst of one page.
 */
export const HEALTH_MEASURES = [
  'load_ms',
  'lcp_ms',
  'inp_ms',
  'cls',
  'inp_pointer_ms',
  'inp_keyboard_ms',
  'frame_pointer_ms',
  'frame_keyboard_ms',
  'frame_other_ms',
] as const;
export const HEALTH_KINDS = [...HEALTH_COUNTS, ...HEALTH_MEASURES] as const;

export type HealthCount = (typeof HEALTH_COUNTS)[number];
export type HealthMeasure = (typeof HEALTH_MEASURES)[number];
export type HealthKind = (typeof HEALTH_KINDS)[number];

/** One thing that a page tells of a panel's version. It says nothing of tickets or people. */
export interface HealthEntry {
  panel: string;
  version: string;
  kind: HealthKind;
  /** Of a measure: milliseconds, or the score of `cls`. */
  value?: number | undefined;
}

/** Entries of one report, and characters of the names in it. */
export const MAX_HEALTH_ENTRIES = 50;
export const MAX_HEALTH_NAME = 80;
/** The longest time that counts, in milliseconds: more is a machine that slept. */
export const MAX_HEALTH_MS = 120_000;

export const isMeasure = (kind: HealthKind): kind is HealthMeasure =>
  (HEALTH_MEASURES as readonly HealthKind[]).includes(kind);

const MS_BOUNDS = [
  50, 100, 200, 300, 400, 500, 650, 800, 1_000, 1_250, 1_600, 2_000, 2_500, 3_200, 4_000, 6_000, 10_000, 20_000,
];
const CLS_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.5];

/** Upper ends of a measure's buckets, rising; one more bucket takes what is beyond. */
export const bucketBounds = (measure: HealthMeasure): readonly number[] => (measure === 'cls' ? CLS_BOUNDS : MS_BOUNDS);

/** Counts of a histogram with this one value in it. */
export function bucketsOf(measure: HealthMeasure, value: number): number[] {
  const bounds = bucketBounds(measure);
  const at = bounds.findIndex((bound) => value <= bound);
  const buckets = Array.from({ length: bounds.length + 1 }, () => 0);
  buckets[at === -1 ? bounds.length : at] = 1;
  return buckets;
}

/** Two histograms together; the shorter one is filled up. */
export const addBuckets = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => (one[at] ?? 0) + (other[at] ?? 0));

/**
 * The value that a share of all is not above, evenly spread within its bucket; null of nothing. Beyond the last bound it is
 * the last bound.
 *
 * @param share 0 to 1: 0.75 is what web vitals are judged by
 */
export function percentile(measure: HealthMeasure, buckets: readonly number[], share: number): number | null {
  const bounds = bucketBounds(measure);
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = total * share;
  for (const [at, bound] of bounds.entries()) {
    const count = buckets[at] ?? 0;
    const from = bounds[at - 1] ?? 0;
    if (count > 0 && left <= count) return from + (bound - from) * (left / count);
    left -= count;
  }
  return bounds.at(-1) ?? null;
}

/** What pages have counted of a version. */
export interface HealthFigures {
  /** Pages that loaded it, or tried to. */
  loads: number;
  load_failed: number;
  /** Pages in which it threw. A page counts as one or the other, once. */
  render_error: number;
  /** Different agents among those in whose pages it failed, at least. */
  agents: number;
}

export const NO_FIGURES: HealthFigures = { loads: 0, load_failed: 0, render_error: 0, agents: 0 };

/** From when on a release is taken back. */
export interface HealthBounds {
  /** Page loads before anything is decided. */
  loads: number;
  /** Share of them that may fail, 0 to 1. */
  share: number;
}

export const failuresOf = ({ load_failed, render_error }: HealthFigures): number => load_failed + render_error;

/** Share of the page loads that failed, 0 to 1; 0 of none. */
export const failingShare = (figures: HealthFigures): number =>
  figures.loads === 0 ? 0 : Math.min(1, failuresOf(figures) / figures.loads);

/**
 * Does it fail, and not because everything does? The bound lies above what fails beside it in the same time, if that has
 * as many page loads.
 */
export function isFailing(figures: HealthFigures, bounds: HealthBounds, beside: HealthFigures = NO_FIGURES): boolean {
  const usual = beside.loads >= bounds.loads ? failingShare(beside) : 0;
  return figures.loads >= bounds.loads && failingShare(figures) > bounds.share + usual;
}

/** Agents in whose pages a release that is live for all must have failed: one broken browser takes nothing from anybody. */
const LEAST_AGENTS = 2;

/**
 * Is a release that everybody has to be taken back? Only when it fails for several agents, other panels do not, and the one
 * before is known to have worked.
 */
export const isLiveFailing = (
  live: HealthFigures,
  bounds: HealthBounds,
  { others, before }: { others: HealthFigures; before: HealthFigures },
): boolean =>
  live.agents >= LEAST_AGENTS &&
  isFailing(live, bounds, others) &&
  before.loads >= bounds.loads &&
  !isFailing(before, bounds);

/** What the registry's history says of why: figures alone. */
export function failingWords(figures: HealthFigures, compared: { to: string; figures: HealthFigures }): string {
  const { loads, load_failed, render_error } = figures;
  const besides =
    compared.figures.loads === 0
      ? `${compared.to}: none known`
      : `${compared.to}: ${failuresOf(compared.figures)} of ${compared.figures.loads}`;
  return `${failuresOf(figures)} of ${loads} page loads failed (${percent(failingShare(figures))}): ${load_failed} could not be loaded, ${render_error} threw; ${besides}`;
}

/** A share in words, to a tenth where it is small. */
export const percent = (share: number): string => {
  const value = share * 100;
  return `${value > 0 && value < 10 ? Number(value.toFixed(1)) : Math.round(value)} %`;
};
