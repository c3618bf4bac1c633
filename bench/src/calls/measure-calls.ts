import { calls } from '@inbox/api/wire';
import { NO_FILTERS, type ListFilters } from '@inbox/domain';
import { percentile } from '../statistics';
import { addMerchant } from '../inbox/fill';
import { addTicketsUpTo } from '../inbox/fill-tickets';
import { signIn, startInboxServer } from '../inbox/server';

const SIZES = [10_000, 100_000] as const;
const WARM_UPS = 30;
const CALLS = 300;

export interface CallFigures {
  name: string;
  tickets: number;
  p50: number;
  p99: number;
}

/** What an agent's page asks for: its tab of the list, all tickets, and the numbers on the tabs. */
const ASKED: readonly { name: string; path: string; filters: ListFilters }[] = [
  { name: 'list, assigned', path: calls.ticketList.path, filters: { ...NO_FILTERS, ticket_status: 'assigned' } },
  { name: 'list, all', path: calls.ticketList.path, filters: NO_FILTERS },
  { name: 'counts', path: calls.ticketCounter.path, filters: NO_FILTERS },
];

/** Times each call over HTTP with a real token, one after the other, while the table grows. */
export async function measureCalls(databaseUrl: string, dataDir: string): Promise<CallFigures[]> {
  await addMerchant(databaseUrl);
  const server = await startInboxServer({ databaseUrl, dataDir });
  try {
    const token = await signIn(server.url);
    const figures: CallFigures[] = [];
    for (const tickets of SIZES) {
      await addTicketsUpTo(databaseUrl, tickets);
      const took = ASKED.map((): number[] => []);
      // The calls take turns, so that a busy moment of the machine is nobody's alone.
      for (let round = -WARM_UPS; round < CALLS; round += 1) {
        for (const [index, { path, filters }] of ASKED.entries()) {
          const time = await timeCall(server.url + path, token, { filters });
          if (round >= 0) took[index]?.push(time);
        }
      }
      for (const [index, { name }] of ASKED.entries()) {
        const times = took[index] ?? [];
        figures.push({ name, tickets, p50: percentile(times, 50), p99: percentile(times, 99) });
      }
    }
    return figures;
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
