import { liveSignalSchema, type AgentId, type MerchantId } from '@inbox/domain';
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import * as z from 'zod/mini';
import type { LiveHub } from '../platform/db/unit-of-work';

const COMMITTED = 'inbox:committed';
const SIGNALS = 'inbox:signals';
const WORK = 'inbox:work';

/** Work that any node may create and only a node with the role worker does. */
export const SHARED_WORK = ['outbox', 'exports', 'password_mails'] as const;
export type SharedWork = (typeof SHARED_WORK)[number];

/** What travels of a signal; the node that sent it hears it back and knows it by its name. */
const notificationSchema = z.object({
  node: z.string(),
  merchantId: z.int(),
  onlyAgent: z.optional(z.int()),
  signal: liveSignalSchema,
});

export interface Broker extends LiveHub {
  /** The connection, for what else nodes share. While Redis is away its commands fail at once. */
  client: object;
  /** Wakes the nodes that do this work. While Redis is away, they find it with their next poll. */
  woken(work: SharedWork): void;
  /** Registers this node for the work. */
  whenWoken(work: SharedWork, wake: () => void): void;
  close(): Promise<void>;
}

/**
 * Tells every node of what happens on any of them, over Redis. Of a commit only the merchant's number travels, the events
 * are read from the database: what is told while Redis is away comes with the next beat of each socket. Signals travel
 * whole.
 * @throws one line for the operator when Redis cannot be reached at the start, or is lost in it
 */
export async function connectBroker(url: string, hub: LiveHub, log: (line: string) => void): Promise<Broker> {
  let connected = false;
  // At the start one try must do; later it comes back whenever Redis does.
  const reconnectStrategy = (tries: number) => connected && Math.min(50 * 2 ** tries, 5000);
  const socket = { connectTimeout: 5000, reconnectStrategy };
  const publisher = createClient({ url, RESP: 2, socket, disableOfflineQueue: true });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  const failed = (error: Error): void => {
    if (connected) log(`The broker: ${error.message}`);
  };
  publisher.on('error', failed);
  subscriber.on('error', failed);
  const node = randomUUID();
  const workers = new Map<string, () => void>();
  const both = [publisher, subscriber];
  const open = async (): Promise<void> => {
    await Promise.all(both.map((client) => client.connect()));
    await subscriber.subscribe(COMMITTED, (text) => {
      if (/^[1-9]\d{0,14}$/.test(text)) hub.committed(Number(text) as MerchantId);
    });
    await subscriber.subscribe(SIGNALS, (text) => {
      const told = readNotification(text);
      if (told === null || told.node === node) return;
      hub.signal(told.merchantId as MerchantId, told.signal, told.onlyAgent as AgentId | undefined);
    });
    await subscriber.subscribe(WORK, (text) => workers.get(text)?.());
  };
  // A connection that is lost before all is subscribed ends the start: the client would leave the calls unanswered for ever.
  const lost = new Promise<never>((_, reject) => both.forEach((client) => client.once('terminated', reject)));
  try {
    await Promise.race([open(), lost]);
    connected = true;
  } catch (error) {
    publisher.destroy();
    subscriber.destroy();
    throw new Error('The broker that INBOX_BROKER_URL names cannot be reached.', { cause: error });
  }
  return {
    client: publisher,
    woken(work) {
      publisher.publish(WORK, work).catch(failed);
    },
    whenWoken(work, wake) {
      workers.set(work, wake);
    },
    committed(merchantId) {
      // Here at once, whatever becomes of Redis.
      hub.committed(merchantId);
      publisher.publish(COMMITTED, String(merchantId)).catch(failed);
    },
    signal(merchantId, signal, onlyAgent) {
      hub.signal(merchantId, signal, onlyAgent);
      publisher.publish(SIGNALS, JSON.stringify({ node, merchantId, onlyAgent, signal })).catch(failed);
    },
    async close() {
      connected = false;
      publisher.destroy();
      subscriber.destroy();
    },
  };
}

function readNotification(text: string): z.infer<typeof notificationSchema> | null {
  try {
    return notificationSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
