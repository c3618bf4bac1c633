import { ratio } from '../statistics';
import { kilobytes, markdownTable, milliseconds, times } from '../table';
import type { Load, LoadFigures } from './measure-load';

/** What each costs as more of it is done at once, and what a page that is open costs. */
export function loadReport({ work, messageBytes, sockets, events, directory }: Load): string {
  const worked = markdownTable(
    ['at once', 'a second', 'p50 / p99', 'backend, CPU each', 'database, CPU each'],
    work.map((figures) => [
      `${figures.name}, ${figures.atOnce}`,
      figures.aSecond.toFixed(0),
      `${milliseconds(figures.p50)} / ${milliseconds(figures.p99)}`,
      milliseconds(figures.serverMs),
      milliseconds(figures.databaseMs),
    ]),
  );
  const open = markdownTable(
    [
      'pages',
      'memory each',
      'CPU at rest, all, a second',
      'told of a message, p50 / p99',
      'CPU for each told',
      'all opened in',
      'all back in',
    ],
    sockets.map(({ sockets: n, bytes, restMs, p50, p99, tellMs, opened, back }) => [
      n.toLocaleString('en'),
      kilobytes(bytes),
      milliseconds(restMs),
      `${milliseconds(p50)} / ${milliseconds(p99)}`,
      `${tellMs.toFixed(3)} ms`,
      `${opened.toFixed(1)} s`,
      `${back.toFixed(1)} s`,
    ]),
  );
  const growth = markdownTable(
    ['CPU of one from the least to the most at once', 'backend and database'],
    [...new Set(work.map(({ name }) => name))].map((name) => {
      const own = work.filter((figures) => figures.name === name);
      return [name, times(ratio(cpuOf(own.at(-1)), cpuOf(own.at(0))))];
    }),
  );
  const told = markdownTable(
    ['pages of many merchants', 'events a second', 'heard by all of a merchant, p50 / p99', 'backend, CPU each'],
    events.map(({ pages, aSecond, p50, p99, serverMs }) => [
      pages.toLocaleString('en'),
      aSecond.toFixed(0),
      `${milliseconds(p50)} / ${milliseconds(p99)}`,
      `${serverMs.toFixed(2)} ms`,
    ]),
  );
  const { direct, led, callMs } = directory;
  const ways = markdownTable(
    ['a page of the list, 16 at once', 'a second', 'p50 / p99', 'directory, CPU each'],
    [
      [
        'asked of the cell',
        direct.aSecond.toFixed(0),
        `${milliseconds(direct.p50)} / ${milliseconds(direct.p99)}`,
        '–',
      ],
      [
        'led by a directory',
        led.aSecond.toFixed(0),
        `${milliseconds(led.p50)} / ${milliseconds(led.p99)}`,
        milliseconds(callMs),
      ],
    ],
  );
  const through = markdownTable(
    ['pages open through a directory', 'its memory each', 'its CPU for each told'],
    directory.sockets.map(({ sockets: n, bytes, tellMs }) => [
      n.toLocaleString('en'),
      kilobytes(bytes),
      `${tellMs.toFixed(3)} ms`,
    ]),
  );
  const takes = `A message takes ${kilobytes(messageBytes)} of the database.`;
  return [worked, growth, takes, open, told, ways, through].join('\n\n');
}

const cpuOf = (figures: LoadFigures | undefined): number => (figures?.serverMs ?? 0) + (figures?.databaseMs ?? 0);
