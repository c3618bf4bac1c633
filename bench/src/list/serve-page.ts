import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { closes } from '../opened';

export interface ServedPage {
  /** Its origin. */
  url: string;
  stop(): Promise<void>;
}

/** Serves a built page, index.html and the files beside it, on any free port. */
export async function servePage(dir: string): Promise<ServedPage> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname === '/' ? 'index.html' : basename(pathname);
    response.setHeader('content-type', name.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript');
    createReadStream(join(dir, name))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page is not served on a port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: closes(() => {
      // A browser that has not closed keeps its connections, and the server would wait for them.
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    }),
  };
}
