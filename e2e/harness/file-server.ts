import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.json': 'application/json' };

/** A plain web server with the panels' files, as an operator may set one up beside the inbox. */
export interface FileServer {
  url: string;
  /** The folder that it serves; it may be named after the start. */
  folder: string;
  /** Paths that it was asked for. */
  asked: string[];
  /** Files whose names match have one byte changed. */
  flips: RegExp | null;
  close(): Promise<void>;
}

export async function startFileServer(): Promise<FileServer> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://files').pathname);
    files.asked.push(path);
    const file = join(files.folder, path);
    const headers = { 'access-control-allow-origin': '*', 'content-type': TYPES[extname(path)] ?? 'text/plain' };
    void stat(file).then(
      async () => {
        response.writeHead(200, headers);
        if (!files.flips?.test(path)) return createReadStream(file).pipe(response);
        const bytes = await readFile(file);
        bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1;
        return response.end(bytes);
      },
      () => response.writeHead(404, headers).end(),
    );
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const files: FileServer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    folder: '',
    asked: [],
    flips: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return files;
}
