import type { Amounts } from '../amounts';
import { addMerchant } from '../inbox/fill';
import { addTickets } from '../inbox/fill-tickets';
import { signIn, startInboxServer } from '../inbox/server';
import { percentile } from '../statistics';
import { ASKED } from './asked';

export interface CallFigures {
  name: string;
  tickets: number;
  p50: number;
  p99: number;
}

interface CallsOptions {
  /** Empty. */
  databaseUrl: string;
  dataDir: string;
  tickets: number;
  amounts: Amounts['calls'];
}

/** Times each call over HTTP with a real token, one after the other, on an inbox with so many tickets. */
export async function measureCalls({ databaseUrl, dataDir, tickets, amounts }: CallsOptions): Promise<CallFigures[]> {
  await addMerchant(databaseUrl);
  await addTickets(databaseUrl, tickets);
  const server = await startInboxServer({ databaseUrl, dataDir });
  try {
    const token = await signIn(server.url);
    const took = ASKED.map((): number[] => []);
    // The calls take turns, so that a busy moment of the machine is nobody's alone.
    for (let round = -amounts.warmUps; round < amounts.counted; round += 1) {
      for (const [index, { path, filters }] of ASKED.entries()) {
        const time = await timeCall(server.url + path, token, { filters });
        if (round >= 0) took[index]?.push(time);
      }
    }
    return ASKED.map(({ name }, index) => {
      const times = took[index] ?? [];
      return { name, tickets, p50: percentile(times, 50), p99: percentile(times, 99) };
    });
  } finally {
    await server.stop();
  }
}

/** Milliseconds until the whole answer is there. */
async function timeCall(url: string, token: string, body: unknown): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `jwt ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  const took = performance.now() - start;
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${answer.slice(0, 200)}`);
  return took;
}
