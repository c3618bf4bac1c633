import type { CallFigures } from './calls/measure-calls';
import { median, ratio, spreadOf } from './statistics';
import { against, kilobytes, markdownTable, milliseconds, spread, times } from './table';
import type { Sample } from './web/measure-pages';
import { PAGES, type Goal, type PageName, type Start } from './web/pages';

const MISSING = '–';

const AIMS = {
  codeBytes: 170_000,
  requests: 14,
  calls: 3,
  staticRatio: 2,
  /** Of a start with what the browser has stored, and of one without a network. */
  warmRatio: 1,
  offlineRatio: 0.8,
  cpuMs: 130,
  /** What panels that teams release alone may cost beside one bundle. */
  bytesRatio: 1.2,
  timeRatio: 1.15,
  cpuRatio: 1.1,
  conversationTimeRatio: 1.05,
  conversationCpuRatio: 1.08,
};

/** What is aimed at for the rich-text editor of a panel. */
const EDITOR_BYTES = 80_000;

type Pick = (sample: Sample) => number;

const FIGURES = {
  codeBytes: (sample: Sample) => sample.slow.codeBytes,
  requests: (sample: Sample) => sample.slow.requests,
  calls: (sample: Sample) => sample.slow.calls,
  answerBytes: (sample: Sample) => sample.slow.answerBytes,
  shown: (sample: Sample) => sample.slow.shownMs,
  cpu: (sample: Sample) => sample.plain.cpuMs,
  script: (sample: Sample) => sample.plain.scriptMs,
} satisfies Record<string, Pick>;

/** The pages' figures as Markdown: what was measured, then what was aimed at. */
export function webReport(samples: readonly Sample[]): string {
  const of = (page: PageName, goal: Goal, pick: Pick, start: Start = 'cold') =>
    samples.filter(({ load }) => load.page === page && load.goal === goal && load.start === start).map(pick);
  const names = Object.keys(PAGES) as PageName[];
  const row = (
    name: string,
    goal: Goal,
    pick: Pick,
    show: (values: readonly number[]) => string,
    start: Start = 'cold',
  ) => [
    name,
    ...names.map((page) => {
      const values = of(page, goal, pick, start);
      return values.length === 0 ? MISSING : show(values);
    }),
  ];
  const time = (values: readonly number[]) => spread(spreadOf(values));
  const section = (goal: Goal, what: string) => [
    row(`code until ${what}`, goal, FIGURES.codeBytes, (values) => kilobytes(median(values))),
    row('requests until then', goal, FIGURES.requests, (values) => String(median(values))),
    row('of these calls', goal, FIGURES.calls, (values) => String(median(values))),
    row('their answers', goal, FIGURES.answerBytes, (values) => kilobytes(median(values))),
    row('time until then', goal, FIGURES.shown, time),
    row('main-thread CPU until then', goal, FIGURES.cpu, time),
    row('of this in scripts', goal, FIGURES.script, time),
  ];
  const allPanels = [
    row('code of all panels', 'panels', FIGURES.codeBytes, (values) => kilobytes(median(values))),
    row('requests until all have come', 'panels', FIGURES.requests, (values) => String(median(values))),
    row('main-thread CPU until then', 'panels', FIGURES.cpu, time),
  ];
  const starts = [
    row('once more: time until rows show', 'list', FIGURES.shown, time, 'warm'),
    row('main-thread CPU until then', 'list', FIGURES.cpu, time, 'warm'),
    row('without a network: time until rows show', 'list', FIGURES.shown, time, 'offline'),
    row('main-thread CPU until then', 'list', FIGURES.cpu, time, 'offline'),
  ];
  const measured = markdownTable(
    ['median (least–most)', ...names.map((page) => PAGES[page])],
    [...section('list', 'rows show'), ...starts, ...section('conversation', 'a conversation shows'), ...allPanels],
  );

  const middle = (page: PageName, pick: Pick, goal: Goal = 'list') => median(of(page, goal, pick));
  const beside = (page: PageName, pick: Pick, goal?: Goal) =>
    ratio(middle('federated', pick, goal), middle(page, pick, goal));
  const startsBeside = (start: Start) =>
    ratio(median(of('federated', 'list', FIGURES.shown, start)), middle('static', FIGURES.shown));
  const aim = (name: string, value: number, most: number, show: (value: number) => string) => [
    name,
    show(value),
    against(`≤ ${show(most)}`, value <= most),
  ];
  const aims = markdownTable(
    ['the first list, and all panels', 'measured', 'aim'],
    [
      aim('code', middle('federated', FIGURES.codeBytes), AIMS.codeBytes, kilobytes),
      aim('requests', middle('federated', FIGURES.requests), AIMS.requests, String),
      aim('of these calls', middle('federated', FIGURES.calls), AIMS.calls, String),
      aim('code beside one bundle', beside('bundle', FIGURES.codeBytes), AIMS.bytesRatio, times),
      aim('time beside one bundle', beside('bundle', FIGURES.shown), AIMS.timeRatio, times),
      aim('time beside a static page', beside('static', FIGURES.shown), AIMS.staticRatio, times),
      aim('once more beside a static page', startsBeside('warm'), AIMS.warmRatio, times),
      aim('without a network beside a static page', startsBeside('offline'), AIMS.offlineRatio, times),
      aim('main-thread CPU', middle('federated', FIGURES.cpu), AIMS.cpuMs, milliseconds),
      aim('CPU beside one bundle', beside('bundle', FIGURES.cpu), AIMS.cpuRatio, times),
      aim(
        'time of a conversation beside one bundle',
        beside('bundle', FIGURES.shown, 'conversation'),
        AIMS.conversationTimeRatio,
        times,
      ),
      aim(
        'CPU of a conversation beside one bundle',
        beside('bundle', FIGURES.cpu, 'conversation'),
        AIMS.conversationCpuRatio,
        times,
      ),
      aim(
        'code of all panels beside one bundle',
        beside('bundle', FIGURES.codeBytes, 'panels'),
        AIMS.bytesRatio,
        times,
      ),
      aim('CPU of all panels beside one bundle', beside('bundle', FIGURES.cpu, 'panels'), AIMS.cpuRatio, times),
    ],
  );
  return `${measured}\n\n${aims}`;
}

/** What the rich-text editor takes over the wire in each panel that opens one, beside what is aimed at. */
export function editorReport(editors: readonly { panel: string; bytes: number }[]): string {
  return markdownTable(
    ['the rich-text editor, when it is first opened', 'code', 'aim'],
    editors.map(({ panel, bytes }) => [
      panel,
      kilobytes(bytes),
      against(`≤ ${kilobytes(EDITOR_BYTES)}`, bytes <= EDITOR_BYTES),
    ]),
  );
}

/** A row for each call, a column for each number of tickets, and how the middle grew from the first to the last. */
export function callsReport(figures: readonly CallFigures[]): string {
  const sizes = [...new Set(figures.map(({ tickets }) => tickets))];
  const names = [...new Set(figures.map(({ name }) => name))];
  return markdownTable(
    ['p50 / p99', ...sizes.map((size) => size.toLocaleString('en')), 'growth'],
    names.map((name) => {
      const own = figures.filter((figure) => figure.name === name);
      const cells = sizes.map((size) => own.find(({ tickets }) => tickets === size));
      const [first, last] = [cells.at(0), cells.at(-1)];
      return [
        name,
        ...cells.map((cell) => (cell ? `${milliseconds(cell.p50)} / ${milliseconds(cell.p99)}` : MISSING)),
        first && last ? times(ratio(last.p50, first.p50)) : MISSING,
      ];
    }),
  );
}
