import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

/** What is served at /metrics. */
export interface ServedFigures {
  contentType: string;
  /** As Prometheus reads them. */
  text(): Promise<string>;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @param given the Authorization header, or '' */
export const isToken = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(`Bearer ${token}`));

/** Answers with the figures, or 503 when they cannot be had. */
export function answerFigures(figures: ServedFigures, answer: ServerResponse): void {
  figures.text().then(
    (text) => answer.writeHead(200, { 'content-type': figures.contentType }).end(text),
    () => answer.writeHead(503).end(),
  );
}

/**
 * A port for /metrics alone.
 * @throws one line for the operator when it cannot be had
 */
export async function listen(figures: ServedFigures, at: { port: number; host: string }): Promise<Server> {
  const server = createServer((request, answer) => {
    if (request.url === '/metrics') answerFigures(figures, answer);
    else answer.writeHead(404).end();
  });
  server.listen(at);
  await once(server, 'listening').catch((error: unknown) => {
    const where = `${at.host}, port ${at.port},`;
    throw new Error(`${where} cannot be had for metrics. Set INBOX_METRICS_HOST and INBOX_METRICS_PORT to others.`, {
      cause: error,
    });
  });
  return server;
}
