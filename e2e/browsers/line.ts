import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The line between a browser and the inbox, which a journey can cut. */
export interface Line {
  /** Breaks every connection; new ones break at once. */
  cut(): void;
  /** New connections go through again. */
  mend(): void;
  close(): Promise<void>;
}

/** Passes on what comes in at one port to another, byte by byte, so that it is the same for every browser. */
export async function startLine(port: number, target: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((incoming) => {
    if (isCut) {
      incoming.resetAndDestroy();
      return;
    }
    const outgoing = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');

  function breakAll(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
