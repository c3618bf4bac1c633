import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What comes down is this much later, in milliseconds, and so many bytes a second at most: as in `measure-load.ts`. */
const LATENCY_MS = 40;
const BYTES_A_SECOND = 10e6 / 8;

/** A way to a server that can be cut, as slow for a service worker's calls as for a page's. */
export interface Line {
  /** The origin at its near end. */
  url: string;
  /** Ends all that is under way, and lets nothing in. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(server: string): Promise<Line> {
  const far = Number(new URL(server).port);
  const open = new Set<Socket>();
  const entrance = createServer((near) => {
    const upstream = connect(far, 'localhost');
    for (const socket of [near, upstream]) {
      open.add(socket);
      // Who is cut off needs no other answer.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    near.pipe(upstream);
    near.on('close', () => upstream.destroy());
    slowly(upstream, near);
  });
  const listen = async (port: number) => {
    entrance.listen(port, 'localhost');
    await once(entrance, 'listening');
    return (entrance.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `http://localhost:${port}`,
    async cut() {
      if (!entrance.listening) return;
      const closed = once(entrance, 'close');
      entrance.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async mend() {
      await listen(port);
    },
  };
}

function slowly(from: Socket, to: Socket): void {
  let free = 0;
  from.on('data', (chunk: Buffer) => {
    free = Math.max(free, Date.now() + LATENCY_MS) + (chunk.length / BYTES_A_SECOND) * 1000;
    setTimeout(() => to.writable && to.write(chunk), free - Date.now());
  });
  // Not before what is still on its way.
  from.on('close', () => setTimeout(() => to.destroy(), free - Date.now()));
}
