import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PARTS_HEADER } from '../channels/meta/webhook/led-parts';
import type { Cell } from './cells';
import { NO_COUNTS } from './counts';
import { deliverMeta, MOST_ACCOUNTS } from './meta';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Delivers news of as many different accounts, all of the second cell, which nobody has signed. */
async function deliver(accounts: number) {
  const parts: [cell: string, header: unknown][] = [];
  const lookedUp: number[] = [];
  const openCell = async (name: string): Promise<Cell> => {
    const server = createServer((request, response) => {
      parts.push([name, request.headers[PARTS_HEADER]]);
      request.resume().once('end', () => response.writeHead(401).end());
    });
    return { name, url: await listen(server), mail: { host: '127.0.0.1', port: 9 } };
  };
  const [one, two] = [await openCell('one'), await openCell('two')];
  const whereabouts = {
    cells: [one, two] as const,
    find: async (_about: unknown, values: readonly string[]) => {
      lookedUp.push(values.length);
      return new Map(values.slice(0, 1).map((value) => [value, two]));
    },
    forget: () => undefined,
    stop: () => undefined,
  };
  const entry = Array.from({ length: accounts }, (_, at) => ({ id: String(at), changes: [{ field: 'feed' }] }));
  const body = Buffer.from(JSON.stringify({ object: 'page', entry }));
  const directory = createServer((request, response) => {
    void deliverMeta({ whereabouts, secret: 'a secret', counts: NO_COUNTS }, { request, body, response });
  });
  const { status } = await fetch(`${await listen(directory)}/channels/meta`, { method: 'POST', body: 'sent' });
  return { status, parts, lookedUp };
}

describe('a delivery', () => {
  it('is led to the cells of its accounts', async () => {
    expect(await deliver(MOST_ACCOUNTS)).toEqual({ status: 401, parts: [['two', '0;']], lookedUp: [MOST_ACCOUNTS] });
  });

  it('of more accounts than Meta puts into one is led like a body that cannot be read, and no cell is asked', async () => {
    expect(await deliver(MOST_ACCOUNTS + 1)).toEqual({ status: 401, parts: [['one', ';']], lookedUp: [] });
  });
});
