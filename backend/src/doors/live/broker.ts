import type { MerchantId } from '@inbox/domain';
import { createClient } from 'redis';
import type { LiveHub } from '../../work/change';

const CHANNEL = 'inbox:committed';

export interface Broker extends LiveHub {
  close(): Promise<void>;
}

/**
 * Tells every node of a commit on any of them, over Redis; only the merchant's number travels, the events are read from
 * the database. What is told while Redis is away comes with the next beat of each socket.
 * @throws one line for the operator when Redis cannot be reached at the start
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
  try {
    await Promise.all([publisher, subscriber].map((client) => client.connect()));
    connected = true;
  } catch (error) {
    publisher.destroy();
    subscriber.destroy();
    throw new Error('The broker that INBOX_BROKER_URL names cannot be reached.', { cause: error });
  }
  await subscriber.subscribe(CHANNEL, (text) => {
    if (/^[1-9]\d{0,14}$/.test(text)) hub.committed(Number(text) as MerchantId);
  });
  return {
    committed(merchantId) {
      // Here at once, whatever becomes of Redis.
      hub.committed(merchantId);
      publisher.publish(CHANNEL, String(merchantId)).catch(failed);
    },
    async close() {
      connected = false;
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
