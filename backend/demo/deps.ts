import type { Vault } from '../src/accounts/vault';
import type { Queryable } from '../src/platform/db/connection';
import type { Uploads } from '../src/platform/files/uploads';

/** What the demo data is made with. */
export interface SeedDeps {
  /** May be one that does not wait for the disk with every commit: what a crash loses is begun again. */
  db: Queryable;
  vault: Vault;
  uploads: Uploads;
  /** Where the inbox will be reached. */
  httpPort: number;
  smtpPort: number;
  /** Where the demo accounts send to: the simulator's ports on this machine. */
  simulator: { graph_port: number; mail_port: number };
  dataDir: string;
  now: Date;
  /** Tickets of all merchants together, about. */
  tickets: number;
  /** Lines of the longest thread, about. */
  longest: number;
  log: (line: string) => void;
  progress: (done: number, all: number) => void;
}
