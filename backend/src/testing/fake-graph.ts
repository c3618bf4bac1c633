import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GraphCall {
  path: string;
  authorization: string | undefined;
  /** Parsed; undefined for GET and for forms. */
  body: { to?: string; text?: { body: string }; biz_opaque_callback_data?: string; context?: unknown } | undefined;
}

export interface FakeGraph {
  url: string;
  calls: GraphCall[];
  /** Settles the next or a later call; tests replace it. */
  answer: (call: GraphCall, response: ServerResponse) => void | Promise<void>;
  close(): Promise<void>;
}

/** A Graph API of our own; by default it takes every message and names it by its number. */
export async function startFakeGraph(): Promise<FakeGraph> {
  const server = createServer((request, response) => void handle(request, response));
  const graph: FakeGraph = {
    url: '',
    calls: [],
    answer: (_call, response) => sendJson(response, 200, { messages: [{ id: `wamid.${graph.calls.length}` }] }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString();
    const isJson = request.headers['content-type']?.includes('json') === true;
    const body = isJson ? (JSON.parse(text) as GraphCall['body']) : undefined;
    const call = { path: request.url ?? '', authorization: request.headers.authorization, body };
    graph.calls.push(call);
    await graph.answer(call, response);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  graph.url = `http://127.0.0.1:${port}/v21.0`;
  return graph;
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Waits until `isTrue` holds; looks again every few milliseconds, and gives up with a failure when it never does. */
export async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('What was waited for did not happen.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
