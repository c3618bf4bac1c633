import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Random } from '@inbox/simulate';

/** What becomes of a request on its way; the shares are whole twenty-fifths, which leave the rest to pass unharmed. */
export interface Weather {
  /** The connection breaks before the request is through. */
  loseRequest: number;
  /** The connection breaks when the other side has done its work: nobody hears of it. */
  loseAnswer: number;
  /** The other side has done its work, and its answer never comes: who asked waits until they give up. */
  stall: number;
  /** The other side gets it twice, one behind the other. */
  repeat: number;
  /** The other side is said to be out of order (503); it never hears of the request. */
  refuse: number;
  /** Milliseconds at most that each waits, so that one overtakes the other. */
  delay: number;
  /** Which requests the weather is for; all others pass. */
  hits(path: string): boolean;
}

export interface StormyProxy {
  origin: string;
  /** What has happened so far, by its name. */
  readonly happened: Readonly<Record<'lost' | 'unheard' | 'stalled' | 'repeated' | 'refused', number>>;
  /** From now on everything passes at once. */
  clearUp(): void;
  /** Breaks every line that stands open: sockets of the live channel, and answers on their way. */
  breakLines(): void;
  close(): Promise<void>;
}

/** Of so many requests in a row exactly the shares are met: no storm is without anything of it. */
const DECK = 25;

/** A line between two programs that loses, repeats, delays and reorders what is asked through it. */
export async function startStormyProxy(target: number, weather: Weather, random: Random): Promise<StormyProxy> {
  const happened = { lost: 0, unheard: 0, stalled: 0, repeated: 0, refused: 0 };
  const lines = new Set<Socket>();
  let isClear = false;
  let deck: number[] = [];

  /** From 0 to 1. */
  function draw(): number {
    if (deck.length === 0) deck = Array.from({ length: DECK }, (_, place) => (place + 0.5) / DECK);
    return deck.splice(Math.floor(random.next() * deck.length), 1)[0] ?? 1;
  }

  async function pass({ method, url, headers }: IncomingMessage, body: Buffer): Promise<[IncomingMessage, Buffer]> {
    return new Promise((resolve, reject) => {
      const through = ask({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
        answer.toArray().then((chunks: Buffer[]) => resolve([answer, Buffer.concat(chunks)]), reject);
      });
      through.once('error', reject);
      through.end(body);
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const isHit = !isClear && weather.hits(request.url ?? '');
    const luck = isHit ? draw() : 1;
    const { loseRequest, loseAnswer, stall, repeat, refuse, delay } = weather;
    const upTo = (share: number, before: number) => luck >= before && luck < before + share;
    if (isHit) await new Promise((resolve) => setTimeout(resolve, random.next() * delay));
    if (upTo(loseRequest, 0)) {
      happened.lost += 1;
      return void request.socket.destroy();
    }
    if (upTo(refuse, loseRequest)) {
      happened.refused += 1;
      return void response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
    }
    const [answer, content] = await pass(request, body);
    if (upTo(repeat, loseRequest + refuse)) {
      happened.repeated += 1;
      await pass(request, body);
    }
    if (upTo(loseAnswer, loseRequest + refuse + repeat)) {
      happened.unheard += 1;
      return void request.socket.destroy();
    }
    if (upTo(stall, loseRequest + refuse + repeat + loseAnswer)) {
      happened.stalled += 1;
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(content);
  }

  const server = createServer((request, response) => {
    // Nobody at the other end is what a killed process looks like.
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    lines.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => lines.delete(socket));
  });
  server.on('upgrade', ({ method, url, headers, httpVersion }, socket, head) => {
    const through = connect(target, '127.0.0.1', () => {
      const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      through.write(`${[`${method} ${url} HTTP/${httpVersion}`, ...fields].join('\r\n')}\r\n\r\n`);
      through.write(head);
      through.pipe(socket).pipe(through);
    });
    for (const [end, other] of [
      [through, socket],
      [socket, through],
    ] as const) {
      end.on('error', () => other.destroy());
      end.once('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    happened,
    clearUp() {
      isClear = true;
    },
    breakLines() {
      for (const line of lines) line.destroy();
    },
    async close() {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
