import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Cell } from '../../directory/cells';
import type { DirectoryCounts } from '../../directory/counts';
import { CALL_SECONDS } from './call-seconds';

export interface DirectoryFigures extends DirectoryCounts {
  contentType: string;
  /** As Prometheus reads them. */
  text(): Promise<string>;
  close(): void;
}

/** For Prometheus: what a directory does, by cell. */
export function collectDirectoryFigures(cells: readonly Cell[]): DirectoryFigures {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'inbox_directory_calls_total',
    help: 'Calls by their cell and what they were answered. Cell none: none was found, or several had their part. Status none: who called went away before.',
    labelNames: ['cell', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'inbox_directory_call_seconds',
    help: 'Time until a call was answered, with what the cell took.',
    labelNames: ['cell'],
    buckets: CALL_SECONDS,
    registers,
  });
  const deliveries = new Counter({
    name: 'inbox_directory_deliveries_total',
    help: 'Parts of deliveries that cells were given.',
    labelNames: ['cell', 'status'],
    registers,
  });
  const mails = new Counter({
    name: 'inbox_directory_mails_total',
    help: 'Mails with a recipient, by what their sender was answered: taken, refused, later.',
    labelNames: ['answer'],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['cell'], registers });
  const sockets = gauge('inbox_directory_sockets', 'Open pages that were led to a cell.');
  const silent = gauge('inbox_directory_cell_silent', '1: the cell did not say whom it has when it was asked last.');
  for (const { name: cell } of cells) for (const each of [sockets, silent]) each.set({ cell }, 0);
  return {
    led(cell, { status, ms }) {
      const name = cell?.name ?? 'none';
      calls.inc({ cell: name, status });
      seconds.observe({ cell: name }, ms / 1_000);
    },
    socket: ({ name: cell }, change) => sockets.inc({ cell }, change),
    delivered: ({ name: cell }, status) => deliveries.inc({ cell, status }),
    mail: (answer) => mails.inc({ answer }),
    asked: ({ name: cell }, hasAnswered) => silent.set({ cell }, hasAnswered ? 0 : 1),
    contentType: register.contentType,
    text: () => register.metrics(),
    close: () => register.clear(),
  };
}
