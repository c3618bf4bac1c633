import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cell } from '../../directory/cells';
import type { DirectoryCounts } from '../../directory/counts';
import type { Settings } from '../../app/settings/settings';
import { answerFigures, isToken, listen } from './serve';

export interface DirectoryMetrics {
  counts: DirectoryCounts;
  /** Answers /metrics on the directory's own port, for who has the token. */
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Where the figures have a port of their own; undefined without one. */
  at: AddressInfo | undefined;
  close(): void;
}

/**
 * The figures of a directory for Prometheus, where and to whom an inbox would serve its own. Null: no setting asks for them.
 * @throws one line for the operator when their port cannot be had
 */
export async function openDirectoryMetrics(
  cells: readonly Cell[],
  { port, host, token }: Settings['metrics'],
): Promise<DirectoryMetrics | null> {
  if (port === undefined && token === undefined) return null;
  const { collectDirectoryFigures } = await import('./directory-figures');
  const figures = collectDirectoryFigures(cells);
  const own = port === undefined ? undefined : await listen(figures, { port, host });
  return {
    counts: figures,
    serve({ headers }, response) {
      if (token === undefined) response.writeHead(404).end();
      else if (isToken(headers.authorization ?? '', token)) answerFigures(figures, response);
      else response.writeHead(401).end();
    },
    at: own === undefined ? undefined : (own.address() as AddressInfo),
    close() {
      figures.close();
      own?.closeAllConnections();
      own?.close();
    },
  };
}
