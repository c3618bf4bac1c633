import { median, ratio, spreadOf } from '../statistics';
import { against, kilobytes, markdownTable, spread, times } from '../table';
import { BESIDE, type EmbeddedPanel, type EmbedRound } from './measure-embed';

/** Bytes over the wire, of a panel alone and of one more, and requests, without the page's own and preflights. */
const AIMS: { bytes: Partial<Record<EmbeddedPanel, number>>; secondBytes: number; requests: number } = {
  bytes: { 'quick-replies': 110_000, 'customer-panel': 110_000, conversation: 170_000 },
  secondBytes: 30_000,
  requests: 6,
};

/** The embedded panels' figures as Markdown, each beside its aim. */
export function embedReport(rounds: readonly EmbedRound[]): string {
  const of = (panels: readonly EmbeddedPanel[], figure: (round: EmbedRound) => number) =>
    rounds.filter((round) => String(round.panels) === String(panels)).map(figure);
  const shown = ({ slow }: EmbedRound) => slow.shownMs;
  const names = Object.keys(BESIDE) as EmbeddedPanel[];
  const row = (what: string, cell: (name: EmbeddedPanel) => string) => [what, ...names.map(cell)];
  const page = median(of([], ({ slow }) => slow.codeBytes));
  const code = (panels: readonly EmbeddedPanel[]) => median(of(panels, ({ slow }) => slow.codeBytes)) - page;
  return markdownTable(
    ['embedded alone', ...names],
    [
      row('code until its content', (name) => {
        const bytes = code([name]);
        const aim = AIMS.bytes[name];
        return aim === undefined
          ? kilobytes(bytes)
          : `${kilobytes(bytes)}, ${against(`≤ ${aim / 1000}`, bytes <= aim)}`;
      }),
      row('code until it is quiet', (name) => kilobytes(median(of([name], ({ quiet }) => quiet.codeBytes)) - page)),
      row('more, as the second panel', (name) => {
        const more = code([BESIDE[name], name]) - code([BESIDE[name]]);
        return `${kilobytes(more)}, ${against(`≤ ${AIMS.secondBytes / 1000}`, more <= AIMS.secondBytes)}`;
      }),
      row('requests until its content', (name) => {
        const requests = median(of([name], ({ slow }) => slow.requests - slow.preflights - 1));
        return `${requests}, ${against(`≤ ${AIMS.requests}`, requests <= AIMS.requests)}`;
      }),
      row('and preflights', (name) => String(median(of([name], ({ slow }) => slow.preflights)))),
      row('time until its content', (name) => spread(spreadOf(of([name], shown)))),
      row('that to the page without it', (name) => times(ratio(median(of([name], shown)), median(of([], shown))))),
      row('main-thread CPU', (name) => spread(spreadOf(of([name], ({ quiet }) => quiet.cpuMs)))),
      row('layout shift', (name) => {
        const shift = Math.max(...of([name], ({ quiet }) => quiet.layoutShift));
        return against(shift.toFixed(3), shift === 0);
      }),
    ],
  );
}
