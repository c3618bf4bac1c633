import type { FastifyInstance } from 'fastify';
import type { RotatingVault } from '../../accounts/vault';
import type { Oidc } from '../../agents/oidc';
import type { Tokens } from '../../agents/sessions/token';
import type { MailIntake } from '../../channels/email/receive/intake';
import type { Store } from '../../platform/db/connection';
import type { LaggingReads } from '../../platform/db/lagging-reads';
import type { Uploads } from '../../platform/files/uploads';
import type { Broker, SharedWork } from '../../live/broker';
import type { Hub } from '../../live/hub';
import type { LiveServer } from '../../live/live-server';
import type { NodePages } from '../../live/node-pages';
import type { Readiness } from '../../platform/readiness/readiness';
import type { VirusScanner } from '../../platform/virus-scan/virus-scanner';
import type { UseCaseContext } from '../channels';
import type { erasingOf } from '../../operations/backup/erasing';
import type { Metrics } from '../../operations/metrics';
import type { Settings } from '../settings/settings';

export type Closer = () => Promise<void> | void;

/** What every process of the backend has, whatever its roles. */
export interface Node {
  settings: Settings;
  /** Where the product lies. */
  root: string;
  /** For what connects by itself; without a pooler between. */
  databaseUrl: string;
  store: Store;
  /** The same without a pooler between, for what needs a connection to itself. */
  direct: Pick<Store, 'pool'>;
  /** Of a standby, where there is one. */
  reads: LaggingReads;
  context: UseCaseContext;
  hub: Hub;
  broker: Broker | null;
  vault: RotatingVault;
  tokens: Tokens;
  oidc: Oidc | undefined;
  uploads: Uploads;
  /** For what agents and channels bring: scanned for viruses, where a scanner is set. */
  incomingUploads: Uploads;
  scanner: VirusScanner | undefined;
  erasing: ReturnType<typeof erasingOf>;
  /** Every process has one: to be asked how it is. */
  app: FastifyInstance;
  metrics: Metrics | null;
  draining: AbortSignal;
  /** The checks that this process is ready. Each part adds its own. */
  readiness: Readiness;
  /** The parts of this process, as they are opened. */
  parts: {
    live?: LiveServer;
    /** Set when there are other processes to share the page counts with. */
    nodePages?: NodePages;
    intake?: MailIntake;
    /** Set when this process has the role worker. */
    wake?: Readonly<Record<SharedWork, () => void>>;
  };
  /** Told, in one line each, what takes a moment. */
  say(line: string): void;
  /** For the operator's log. */
  log(line: string): void;
  /** Both. */
  tell(line: string): void;
  report(error: unknown): void;
  /** What was opened last is closed first. */
  closeLater(close: Closer): void;
}

/** Wakes this work: in this process when it has the role worker, else in the others, over Redis. */
export function wakeWork({ parts, broker }: Pick<Node, 'parts' | 'broker'>, work: SharedWork): void {
  if (parts.wake !== undefined) parts.wake[work]();
  else broker?.woken(work);
}
