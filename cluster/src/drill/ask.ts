import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';

/** Milliseconds after which a call counts as failed: longer than the inbox itself waits for its database. */
const WITHIN_MS = 30_000;

export interface Asked {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Asks the balancer as a client does that trusts its certificate. */
export interface Asks {
  /** @returns the status; 0 when there was no answer */
  post(asked: Asked): Promise<number>;
  end(): void;
}

/** @param certificate of the balancer, where it has one */
export function openAsks(origin: string, certificate: Buffer): Asks {
  const isSecure = origin.startsWith('https:');
  const pool = { keepAlive: true, maxSockets: 256 };
  const agent = isSecure ? new Agent({ ...pool, ca: certificate }) : new PlainAgent(pool);
  const begin = isSecure ? request : plainRequest;
  return {
    post: ({ path, headers, body }) =>
      new Promise((resolve) => {
        const options = { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } };
        const asking = begin(origin + path, { ...options, timeout: WITHIN_MS }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode ?? 0)).once('error', () => resolve(0));
        });
        asking.once('timeout', () => asking.destroy()).once('error', () => resolve(0));
        asking.end(body);
      }),
    end: () => agent.destroy(),
  };
}
