import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Found } from '../cells/whose';
import { until } from '../testing/fake-graph';
import type { Cell } from './cells';
import { NowhereNow, startWhereabouts, type Whereabouts } from './whereabouts';

interface FakeCell extends Cell {
  /** Whom it has. */
  has: Partial<Found>[];
  gone: number[];
  isDown: boolean;
  /** It answers JSON that is no answer to a question of the directory. */
  isOdd: boolean;
  asked: string[][];
}

const servers: Server[] = [];
let whereabouts: Whereabouts | undefined;

async function openCell(name: string): Promise<FakeCell> {
  const cell: FakeCell = {
    name,
    url: '',
    mail: { host: '127.0.0.1', port: 0 },
    has: [],
    gone: [],
    isDown: false,
    isOdd: false,
    asked: [],
  };
  const server = createServer((request, response) => void answer(cell, request, response));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  cell.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return cell;
}

async function answer(cell: FakeCell, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (cell.isDown) return void response.writeHead(503).end();
  if (cell.isOdd) return void response.end(JSON.stringify({ data: { list: [] } }));
  if (request.url === '/cell/gone') return void response.end(JSON.stringify({ data: cell.gone }));
  const { values } = JSON.parse(Buffer.concat(chunks).toString()) as { values: string[] };
  cell.asked.push(values);
  const data = cell.has.filter(({ value = '' }) => values.includes(value)).map((each) => ({ gone: false, ...each }));
  response.end(JSON.stringify({ data }));
}

async function open(): Promise<{ one: FakeCell; two: FakeCell; where: Whereabouts; log: string[] }> {
  const [one, two] = [await openCell('one'), await openCell('two')];
  const log: string[] = [];
  whereabouts = startWhereabouts({ cells: [one, two], secret: 'a secret', log: (line) => void log.push(line) });
  return { one, two, where: whereabouts, log };
}

afterEach(() => {
  whereabouts?.stop();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const known = (value: string, merchant_id: number) => ({ value, merchant_id: merchant_id as Found['merchant_id'] });

describe('where a merchant is', () => {
  it('is asked of the cells once, and remembered', async () => {
    const { one, two, where } = await open();
    two.has.push(known('7', 7));
    expect((await where.find('merchant', ['7'])).get('7')).toMatchObject({ name: 'two' });
    expect((await where.find('merchant', ['7'])).get('7')).toMatchObject({ name: 'two' });
    expect([one.asked, two.asked]).toEqual([[['7']], [['7']]]);
    await where.find('merchant', ['7'], 'fresh');
    expect(two.asked).toHaveLength(2);
    where.forget('merchant', '7');
    await where.find('merchant', ['7']);
    expect(two.asked).toHaveLength(3);
  });

  it('is nowhere for what cannot be a name, which no cell is asked', async () => {
    const { one, where } = await open();
    expect(await where.find('email', ['a\0b', 'x'.repeat(501)], 'fresh')).toEqual(new Map());
    expect(one.asked).toEqual([]);
  });

  it('is asked for a thousand at a time', async () => {
    const { one, where } = await open();
    one.has.push(known('1500', 1));
    expect(
      (
        await where.find(
          'meta',
          Array.from({ length: 1_600 }, (_, n) => String(n)),
        )
      ).get('1500'),
    ).toBeDefined();
    expect(one.asked.map(({ length }) => length)).toEqual([1_000, 600]);
  });

  it('is the first cell, of what is named in two', async () => {
    const { one, two, where } = await open();
    one.has.push(known('asha@shop.example', 1));
    two.has.push(known('asha@shop.example', 2));
    expect((await where.find('email', ['asha@shop.example'])).get('asha@shop.example')).toMatchObject({ name: 'one' });
  });

  it('is asked only for what is not known', async () => {
    const { one, where } = await open();
    one.has.push(known('a', 1), known('b', 2));
    await where.find('meta', ['a']);
    expect([...(await where.find('meta', ['a', 'b', 'c'])).keys()]).toEqual(['a', 'b']);
    expect(one.asked).toEqual([['a'], ['b', 'c']]);
  });

  it('is forgotten when it has left, whatever it was known by', async () => {
    const { one, two, where } = await open();
    one.has.push(known('7', 7), known('8', 8));
    await where.find('merchant', ['7', '8']);
    one.has = [known('8', 8)];
    two.has.push(known('7', 7));
    one.gone.push(7);
    await until(async () => (await where.find('merchant', ['7'])).get('7')?.name === 'two');
    // Who stays is not asked for again.
    expect(one.asked.slice(1).flat()).not.toContain('8');
  });

  it('is nowhere for a moment while it changes hands', async () => {
    const { one, where } = await open();
    one.has.push({ ...known('7', 7), gone: true });
    await expect(where.find('merchant', ['7'])).rejects.toBeInstanceOf(NowhereNow);
  });

  it('is not guessed while a cell does not answer, and known of those that do', async () => {
    const { one, two, where } = await open();
    one.has.push(known('7', 7));
    two.isDown = true;
    expect((await where.find('merchant', ['7'])).get('7')).toMatchObject({ name: 'one' });
    await expect(where.find('merchant', ['8'])).rejects.toBeInstanceOf(NowhereNow);
    two.isDown = false;
    expect(await where.find('merchant', ['8'])).toEqual(new Map());
  });

  it('is not guessed while a cell answers in another shape, which is logged once', async () => {
    const { one, two, where, log } = await open();
    one.has.push(known('7', 7));
    two.isOdd = true;
    expect((await where.find('merchant', ['7'])).get('7')).toMatchObject({ name: 'one' });
    await expect(where.find('merchant', ['8'])).rejects.toBeInstanceOf(NowhereNow);
    expect(log).toEqual(['Cell two does not say whom it has: its answer has another shape']);
    two.isOdd = false;
    await until(() => log.includes('Cell two answers again.'));
    expect(log).toHaveLength(2);
    expect(await where.find('merchant', ['8'])).toEqual(new Map());
  });

  it('is asked on when a cell says in another shape who has left', async () => {
    const { one, two, where, log } = await open();
    one.has.push(known('7', 7));
    await where.find('merchant', ['7']);
    two.isOdd = true;
    await until(() => log.length > 0);
    expect(log).toEqual(['Cell two does not say whom it has: its answer has another shape']);
    one.has = [];
    two.has.push(known('7', 7));
    one.gone.push(7);
    two.isOdd = false;
    await until(async () => (await where.find('merchant', ['7'])).get('7')?.name === 'two');
  });
});
