import type { FastifyInstance } from 'fastify';
import type { Vault } from '../../store/credentials';
import type { Uploads } from '../../store/uploads';
import type { WorkContext } from '../../work/change';

/** What the demo data enters through. */
export interface SeedDeps {
  context: Pick<WorkContext, 'db'>;
  vault: Vault;
  uploads: Uploads;
  /** With the webhook door; it need not listen. */
  app: FastifyInstance;
  /** Takes a raw mail in, as the e-mail door does. */
  takeMail(envelope: { from: string; to: string }, raw: Buffer): Promise<void>;
  /** Where the inbox will be reached. */
  httpPort: number;
  smtpPort: number;
  /** Where the demo accounts send to: the simulator's ports on this machine. */
  simulator: { graph_port: number; mail_port: number };
  dataDir: string;
  now: Date;
  /** Tickets of all merchants together, about. */
  tickets: number;
  progress: (done: number, all: number) => void;
}
