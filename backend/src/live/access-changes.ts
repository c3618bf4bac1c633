import { agentIdSchema, merchantIdSchema, type AgentId, type MerchantId, type Schema } from '@inbox/domain';
import type pg from 'pg';
import * as z from 'zod/mini';

/**
 * What changed, as the triggers of migration 018 say it: an agent's rights, a session that ended, the settings,
 * from where and by which secrets panels are embedded, that customers were erased, or that the merchant is served by another cell.
 */
export type AccessChange =
  | { about: 'agent' | 'session'; merchant_id: MerchantId; agent_id: AgentId }
  | { about: 'settings' | 'embedding' | 'erasure' | 'moved'; merchant_id: MerchantId; agent_id: null };

const CHANNEL = 'inbox_access';

const changeSchema: Schema<AccessChange> = z.discriminatedUnion('about', [
  z.object({ about: z.enum(['agent', 'session']), merchant_id: merchantIdSchema, agent_id: agentIdSchema }),
  z.object({
    about: z.enum(['settings', 'embedding', 'erasure', 'moved']),
    merchant_id: merchantIdSchema,
    agent_id: z.null(),
  }),
]);

/** Milliseconds before the first retry of a connection that broke; each further one waits twice as long. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export interface AccessChangeOptions {
  pool: pg.Pool;
  onChange(change: AccessChange): void;
  /** The connection was gone for a while: anything may have changed. */
  onMissed(): void;
  log(line: string): void;
}

export interface AccessChangeListener {
  /** Resolves when changes are heard for the first time. */
  ready: Promise<void>;
  /** Gives the connection back. */
  stop(): Promise<void>;
}

/**
 * Listens for access changes, whichever process makes them, on a connection of its own. A connection that breaks is made
 * again for as long as it takes.
 */
export function listenForAccessChanges({ pool, onChange, onMissed, log }: AccessChangeOptions): AccessChangeListener {
  const stopped = new AbortController();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => (isReady = resolve));

  const running = (async () => {
    let failures = 0;
    let hasListened = false;
    while (!stopped.signal.aborted) {
      try {
        await listenOnce(() => {
          failures = 0;
          if (hasListened) onMissed();
          hasListened = true;
          isReady();
        });
      } catch (error) {
        if (stopped.signal.aborted) break;
        if (failures === 0) log(`Access changes are not heard: ${error instanceof Error ? error.message : 'unknown'}`);
        await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS), stopped.signal);
        failures += 1;
      }
    }
  })();

  /** Resolves when it is stopped, rejects when the connection breaks. */
  async function listenOnce(onListening: () => void): Promise<void> {
    const client = await pool.connect();
    const take = ({ payload }: pg.Notification): void => {
      const change = readChange(payload);
      if (change !== null) onChange(change);
    };
    client.on('notification', take);
    try {
      const broken = new Promise<never>((_, reject) => {
        client.once('error', reject);
        client.once('end', () => reject(new Error('the connection ended')));
      });
      // It may break before anybody waits for it.
      broken.catch(() => undefined);
      await client.query(`listen ${CHANNEL}`);
      onListening();
      await Promise.race([broken, aborted(stopped.signal)]);
    } finally {
      client.off('notification', take);
      // Never back into the pool: it still listens.
      client.release(true);
    }
  }

  return {
    ready,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

function readChange(payload: string | undefined): AccessChange | null {
  try {
    return changeSchema.parse(JSON.parse(payload ?? ''));
  } catch {
    return null;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits, or until it is stopped. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))), aborted(signal)]);
  clearTimeout(timer);
}
