import { nameOf, readableOf, type Schema } from '@inbox/domain';
import {
  HEALTH_KINDS,
  HEALTH_MEASURES,
  isMeasure,
  MAX_HEALTH_ENTRIES,
  MAX_HEALTH_MS,
  MAX_HEALTH_NAME,
  type HealthBounds,
  type HealthEntry,
  type HealthMeasure,
} from '@inbox/domain/operations';
import * as z from 'zod/mini';
import { get, post } from './call';

/** What an operator does to a panel. `version` is the one that they see: another one is refused. */
export type PanelChange =
  | { action: 'promote'; panel: string; version: string }
  /** Takes this one back: the canary, else what is live. */
  | { action: 'rollback'; panel: string; version: string }
  /** Gives the running canary to another share of the agents; 0 ends it. */
  | { action: 'canary'; panel: string; version: string; percent: number }
  | { action: 'enable' | 'disable'; panel: string; version: string };

export type PanelChangeRequest = PanelChange & {
  /** For the history. */
  why?: string | undefined;
};

/** What the history says of one change. */
export interface PanelHistoryEntry {
  revision: number;
  action: string;
  version?: string | undefined;
  at: string;
  by: string;
  why?: string | undefined;
}

export type Vitals = Partial<Record<HealthMeasure, number | null | undefined>>;

/** What pages have reported of a version since it is given out, over `HEALTH_KEPT_DAYS` at most. */
export interface VersionHealth {
  loads: number;
  load_failed: number;
  render_error: number;
  /** Of three in four measured pages at most; of what none has measured there is nothing. Milliseconds, `cls` a score. */
  p75: Vitals;
}

export interface PanelVersion {
  version: string;
  published_at: string;
  state: 'live' | 'canary' | 'taken-back' | 'published';
  health: VersionHealth;
}

/** One panel, as an operator sees it. */
export interface OperatedPanel {
  panel: string;
  title: string;
  enabled: boolean;
  version: string;
  /** Share of the agents who have it, 0 to 100. */
  canary: { version: string; percent: number } | null;
  /** The newest first. */
  versions: PanelVersion[];
  /** The newest first. */
  history: PanelHistoryEntry[];
}

export interface PanelOperations {
  /** Of the registry. */
  revision: number;
  /** From when on a release is taken back by itself. */
  bounds: HealthBounds;
  panels: OperatedPanel[];
}

const name = () => z.string().check(z.minLength(1), z.maxLength(MAX_HEALTH_NAME));
const change = () => ({ panel: name(), version: name(), why: z.optional(z.string().check(z.maxLength(500))) });

const changeRequest = (): Schema<PanelChangeRequest> =>
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['promote', 'rollback', 'enable', 'disable']), ...change() }),
    z.object({ action: z.literal('canary'), percent: z.number().check(z.gte(0), z.lte(100)), ...change() }),
  ]);

const VALUE_NEEDED = { error: 'A measure has a value, a count has none.', path: ['value'] };

const entry = (): Schema<HealthEntry> =>
  z
    .object({
      panel: name(),
      version: name(),
      kind: z.enum(HEALTH_KINDS),
      value: z.optional(z.number().check(z.gte(0), z.lte(MAX_HEALTH_MS))),
    })
    .check(z.refine(({ kind, value }) => isMeasure(kind) === (value !== undefined), VALUE_NEEDED));

const figure = () => z.optional(z.nullable(z.number()));
const health = (): Schema<VersionHealth> =>
  z.object({
    loads: z.number(),
    load_failed: z.number(),
    render_error: z.number(),
    p75: z.object(
      Object.fromEntries(HEALTH_MEASURES.map((measure) => [measure, figure()])) as Record<
        HealthMeasure,
        ReturnType<typeof figure>
      >,
    ),
  });

const version = (): Schema<PanelVersion> =>
  z.object({
    version: z.string(),
    published_at: z.string(),
    state: nameOf('version.state', ['live', 'canary', 'taken-back', 'published'], 'published'),
    health: health(),
  });

const historyEntry = (): Schema<PanelHistoryEntry> =>
  z.object({
    revision: z.number(),
    action: z.string(),
    version: z.optional(z.string()),
    at: z.string(),
    by: z.string(),
    why: z.optional(z.string()),
  });

const operated = (): Schema<OperatedPanel> =>
  z.object({
    panel: z.string(),
    title: z.string(),
    enabled: z.boolean(),
    version: z.string(),
    canary: z.nullable(z.object({ version: z.string(), percent: z.number() })),
    versions: readableOf('panel.version', version()),
    history: readableOf('panel.history', historyEntry()),
  });

/**
 * Health of the panels, and how they are operated. The calls stand apart from the others, since what agents load first has
 * no use for them: they are made with `Api.call`.
 */
export const panelCalls = {
  /** What this page has seen of its panels; of versions that were never published nothing is counted. */
  reportHealth: post<{ counted: number }, null, { entries: HealthEntry[] }>('/api/inbox/panels/health/', () => ({
    body: z.object({ entries: z.array(entry()).check(z.minLength(1), z.maxLength(MAX_HEALTH_ENTRIES)) }),
    answer: z.object({ counted: z.number() }),
  })),
  /** For those who may operate panels. */
  panelOperations: get<PanelOperations>('/api/inbox/panels/', () => ({
    answer: z.object({
      revision: z.number(),
      bounds: z.object({ loads: z.number(), share: z.number() }),
      panels: readableOf('panel', operated()),
    }),
  })),
  /** The same; answers the revision of the registry that the change has made. */
  changePanel: post<{ revision: number }, null, PanelChangeRequest>('/api/inbox/panels/change/', () => ({
    body: changeRequest(),
    answer: z.object({ revision: z.number() }),
  })),
} as const;
