import type { IncomingMessage, ServerResponse } from 'node:http';
import { partsOf } from '../channels/meta/webhook/delivery';
import { MISLED, PARTS_HEADER, partsHeader } from '../channels/meta/webhook/led-parts';
import { META_WEBHOOK_PATH } from '../channels/meta/webhook/webhook';
import { DIRECTORY_HEADER } from '../cells/directory-secret';
import { pathOf } from './asked';
import type { Cell } from './cells';
import type { DirectoryCounts } from './counts';
import type { Whereabouts } from './whereabouts';
import { readJson } from '../platform/net/read-json';

/** Milliseconds in which a cell stores a delivery. Meta waits for twenty seconds, and delivers again. */
const STORED_MS = 15_000;
/** How often a delivery is led on, should a merchant move meanwhile. */
const TRIES = 2;
/**
 * Different accounts of one delivery that are looked up. Meta puts 1000 updates into a delivery at most, and a cell is
 * asked for as many values at once. The signature is checked by the cell, after the lookup: without a limit, a body that
 * nobody has signed would have the directory ask every cell hundreds of times.
 */
export const MOST_ACCOUNTS = 1_000;

/** Deliveries, and the question by which Meta is shown that the address is ours. */
export const isMeta = (request: IncomingMessage): boolean =>
  pathOf(request) === META_WEBHOOK_PATH && (request.method === 'POST' || request.method === 'GET');

interface Deps {
  whereabouts: Whereabouts;
  secret: string;
  counts: DirectoryCounts;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

/**
 * One delivery may be about merchants of several cells, and is signed as a whole: each of them has all of it, and is told
 * which part is its own. It is answered 200 when all of them have stored theirs; what comes again is known by its id.
 */
export async function deliverMeta(
  deps: Deps,
  { request, body, response }: { request: IncomingMessage; body: Buffer; response: ServerResponse },
): Promise<void> {
  const answer = request.method === 'GET' ? await verify(deps, request) : await deliver(deps, request, body);
  response.writeHead(answer.status, { 'content-type': answer.type, 'cache-control': 'no-store' }).end(answer.text);
}

/** Whose verify token it is only its own cell can say. */
async function verify({ whereabouts }: Deps, request: IncomingMessage): Promise<Answer> {
  const answers = await Promise.all(whereabouts.cells.map((cell) => post(cell, request, undefined, {})));
  return answers.find(({ status }) => status === 200) ?? answers.find(({ status }) => status < 500) ?? NOT_NOW;
}

async function deliver({ whereabouts, secret, counts }: Deps, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const all = new Set(partsOf(body, readJson(body.toString())).flatMap(({ account }) => account ?? []));
  // A delivery of more is led like a body that cannot be read: to one cell, which checks the signature.
  const named = all.size > MOST_ACCOUNTS ? [] : [...all];
  for (let tried = 1; ; tried += 1) {
    const found =
      named.length === 0
        ? new Map<string, Cell>()
        : await whereabouts.find('meta', named, tried > 1 ? 'fresh' : undefined);
    const byCell = new Map<Cell, string[]>();
    for (const [account, cell] of found) byCell.set(cell, [...(byCell.get(cell) ?? []), account]);
    // What no cell knows is kept for the operator, by one of those that get something of it anyway.
    const [keeper = whereabouts.cells[0]] = byCell.keys();
    if (byCell.size === 0) byCell.set(keeper, []);
    const answers = await Promise.all(
      [...byCell].map(async ([cell, accounts]) => {
        const answer = await post(cell, request, body, {
          [DIRECTORY_HEADER]: secret,
          [PARTS_HEADER]: partsHeader({
            here: accounts,
            elsewhere: cell === keeper ? [...found.keys()].filter((account) => !accounts.includes(account)) : null,
          }),
        });
        counts.delivered(cell, answer.status);
        return answer;
      }),
    );
    const worst = answers.reduce((one, other) => (other.status > one.status ? other : one));
    if (worst.status !== MISLED || tried === TRIES) return worst.status === MISLED ? NOT_NOW : worst;
  }
}

const NOT_NOW: Answer = {
  status: 503,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({
    success: false,
    error: { message: 'The delivery could not be stored. Please deliver it again.' },
  }),
};

async function post(
  cell: Cell,
  request: IncomingMessage,
  body: Buffer | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const kept = ['content-type', 'user-agent', 'x-hub-signature-256', 'x-forwarded-for', 'x-forwarded-proto'];
  const passed = kept.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  try {
    const answer = await fetch(cell.url + (request.url ?? ''), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...Object.fromEntries(passed), ...headers },
      ...(body !== undefined && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(STORED_MS),
    });
    const type = answer.headers.get('content-type') ?? 'application/json; charset=utf-8';
    return { status: answer.status, type, text: await answer.text() };
  } catch {
    return NOT_NOW;
  }
}
