import { subHours } from 'date-fns/subHours';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AccountKind } from '../../accounts/tables';
import type { Store } from '../../platform/db/connection';
import type { Hub } from '../../live/hub';
import { listMailProblems } from '../../accounts/mailbox-queries';
import { readLiveSeq } from '../../merchants/merchant-queries';
import { countDeadLetters } from '../../conversations/dead-letters/dead-letters';
import type { ChannelAnswer } from '../../platform/outbox/answer';
import type { Verdict } from '../../platform/virus-scan/clamd';
import { readOutboxDepth } from '../../platform/outbox/queue';
import { countPanelHealth, readVitals } from '../../panels';
import type { Readiness } from '../../platform/readiness/readiness';
import { listArchives } from '../backup/archives';
import { readDiskSpace } from '../../platform/files/disk';
import type { Settings } from '../../app/settings/settings';
import { CALL_SECONDS } from './call-seconds';

export interface FiguresDeps {
  settings: Settings;
  store: Pick<Store, 'db' | 'pool'>;
  hub: Pick<Hub, 'sockets' | 'places'>;
  readiness: Pick<Readiness, 'problems' | 'last'>;
}

export interface Figures {
  called(call: { method: string; route: string; status: number; ms: number }): void;
  answered(kind: AccountKind, answer: ChannelAnswer['kind']): void;
  scanned(outcome: Verdict['kind'] | 'failed'): void;
  contentType: string;
  /** As Prometheus reads them. What cannot be had now is left out; `inbox_figures_failed` counts it. */
  text(): Promise<string>;
  close(): void;
}

/** Of panels' health: the hour that runs, and the one before. */
const HEALTH_HOURS = 2;

/** All figures are sums: no label names a merchant, an agent, a customer or what they wrote. */
export function collectFigures({ settings, store, hub, readiness }: FiguresDeps): Figures {
  const { db, pool } = store;
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const calls = new Counter({
    name: 'inbox_http_requests_total',
    help: 'Calls that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'inbox_http_request_seconds',
    help: 'Time until a call was answered.',
    labelNames: ['route'],
    buckets: CALL_SECONDS,
    registers,
  });
  const answers = new Counter({
    name: 'inbox_channel_answers_total',
    help: 'What channels answered to what was sent: sent, refused, later, unknown.',
    labelNames: ['channel', 'answer'],
    registers,
  });
  const scans = new Counter({
    name: 'inbox_virus_scans_total',
    help: 'Files that were scanned for viruses: clean, infected, too_large, failed.',
    labelNames: ['outcome'],
    registers,
  });
  // There from the begin, so that the first failure is an increase.
  scans.inc({ outcome: 'failed' }, 0);
  const failed = new Counter({
    name: 'inbox_figures_failed_total',
    help: 'Figures that could not be read.',
    labelNames: ['figures'],
    registers,
  });

  function gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Gauge<Label>({ name, help, labelNames, registers });
  }
  const sockets = gauge('inbox_sockets', 'Open pages.');
  const lag = gauge('inbox_event_lag', 'Live events that the slowest page has not got yet.');
  const waiting = gauge('inbox_outbox_waiting', 'What is to leave and has not.', ['channel']);
  const overdue = gauge('inbox_outbox_overdue_seconds', 'Since when the oldest of it was due.', ['channel']);
  const unknown = gauge('inbox_outbox_unknown', 'Sends of which nobody can tell.', ['channel']);
  const givenUp = gauge('inbox_outbox_failed_day', 'Sends that were given up within a day.', ['channel']);
  const mailboxes = gauge('inbox_mailbox_problems', 'Mailboxes that cannot be read, or cannot send.');
  const deadLetters = gauge('inbox_dead_letters', 'Deliveries that were not understood.');
  const deadLettersDay = gauge('inbox_dead_letters_day', 'Those of the last day.');
  const connections = gauge('inbox_database_connections', 'Of the pool, by state.', ['state']);
  const health = gauge('inbox_panel_health', 'What pages reported in this hour and the one before.', ['panel', 'kind']);
  const vitals = gauge(
    'inbox_panel_vital_p75',
    'What three in four measured pages of these two hours are within: seconds, and the score of cls.',
    ['panel', 'version', 'measure'],
  );
  const ready = gauge('inbox_ready', '1 where the inbox has this need met, else 0: as /readyz says it.', ['need']);
  const diskFree = gauge('inbox_disk_free_bytes', 'For the data folder.');
  const diskTotal = gauge('inbox_disk_total_bytes', 'For the data folder.');
  const backupAge = gauge('inbox_backup_age_seconds', 'Of the newest archive; only with INBOX_BACKUP_DIR.');

  async function readOutbox(): Promise<void> {
    for (const each of [waiting, overdue, unknown, givenUp]) each.reset();
    for (const { channel, ...depth } of await readOutboxDepth(db)) {
      waiting.set({ channel }, depth.waiting);
      overdue.set({ channel }, depth.overdue);
      unknown.set({ channel }, depth.unknown);
      givenUp.set({ channel }, depth.failed);
    }
  }

  async function readLive(): Promise<void> {
    sockets.set([...hub.sockets()].length);
    let most = 0;
    for (const { merchantId, seq } of [...hub.places()])
      most = Math.max(most, (await readLiveSeq(db, merchantId)) - seq);
    lag.set(most);
  }

  async function readRows(): Promise<void> {
    const letters = await countDeadLetters(db);
    deadLetters.set(letters.all);
    deadLettersDay.set(letters.today);
    mailboxes.set((await listMailProblems(db, 'all')).length);
    health.reset();
    const since = subHours(new Date(), HEALTH_HOURS - 1);
    for (const { panel, kind, count } of await countPanelHealth(db, since)) health.set({ panel, kind }, count);
    vitals.reset();
    for (const { panel, version, vitals: measured } of await readVitals(db, since)) {
      for (const [measure, value] of Object.entries(measured)) {
        vitals.set({ panel, version, measure: measure.replace(/_ms$/, '') }, measure === 'cls' ? value : value / 1_000);
      }
    }
  }

  async function readDisk(): Promise<void> {
    const { free, total } = await readDiskSpace(settings.dataDir);
    diskFree.set(free);
    diskTotal.set(total);
    const { dir } = settings.backup;
    if (dir === undefined) return;
    const newest = (await listArchives(dir)).at(-1);
    backupAge.set(newest === undefined ? Infinity : (Date.now() - newest.madeAt.getTime()) / 1000);
  }

  async function readReadiness(): Promise<void> {
    await readiness.problems();
    for (const [need, isMet] of readiness.last()) ready.set({ need }, isMet ? 1 : 0);
  }

  const reads = { readiness: readReadiness, outbox: readOutbox, live: readLive, rows: readRows, disk: readDisk };
  return {
    called({ method, route, status, ms }) {
      calls.inc({ method, route, status });
      callSeconds.observe({ route }, ms / 1000);
    },
    answered: (channel, answer) => answers.inc({ channel, answer }),
    scanned: (outcome) => scans.inc({ outcome }),
    contentType: register.contentType,
    async text() {
      connections.set({ state: 'open' }, pool.totalCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'wanted' }, pool.waitingCount);
      for (const [figures, read] of Object.entries(reads)) await read().catch(() => failed.inc({ figures }));
      return register.metrics();
    },
    close: () => register.clear(),
  };
}
