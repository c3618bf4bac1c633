import { markdownTable } from '../table';
import type { Assumptions } from './assumptions';
import type { Costs } from './costs';
import { boundsOfCell, planFor, type Plan } from './plan';

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const one = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
const terabytes = (bytes: number): string => `${one(bytes / 1e12)} TB`;

/** Of the plans' rows each has a column for each number of agents. */
const ROWS: readonly [what: string, figure: (plan: Plan) => string][] = [
  ['merchants', ({ merchants }) => whole(merchants)],
  ['pages open in the busiest hour', ({ pages }) => whole(pages)],
  ['messages that come in, a second, in the busiest minute', ({ messagesIn }) => one(messagesIn)],
  ['cells', ({ cells }) => whole(cells.length)],
  ['processors of the busiest database', ({ cells }) => one(Math.max(...cells.map(({ database }) => database)))],
  [
    'processors of the backends of the busiest cell',
    ({ cells }) => one(Math.max(...cells.map(({ backend }) => backend))),
  ],
  ['machines of the backend', ({ backendMachines }) => whole(backendMachines)],
  ['machines of databases, standbys included', ({ databaseMachines }) => whole(databaseMachines)],
  ['machines of the directory', ({ directoryMachines }) => whole(directoryMachines)],
  ['messages that are kept', ({ keptBytes }) => terabytes(keptBytes)],
  ['US dollars in a month', ({ money }) => whole(money)],
  ['of that for an agent', ({ money, agents }) => (money / agents).toFixed(2)],
];

/** What so many agents need, and what one cell reaches first with merchants of three sizes. */
export function planReport(agents: readonly number[], costs: Costs, given: Assumptions): string {
  const plans = agents.map((count) => planFor(count, costs, given));
  const needed = markdownTable(
    ['agents', ...plans.map((plan) => whole(plan.agents))],
    ROWS.map(([what, figure]) => [what, ...plans.map(figure)]),
  );
  const bounds = [10, 100, 1_000].map((size) => {
    const rows = boundsOfCell(size, costs, given).map((bound) => [bound.what, whole(bound.agents), bound.remedy]);
    return `Merchants of ${whole(size)} agents:\n\n${markdownTable(['one cell reaches', 'at agents', 'then'], rows)}`;
  });
  return [needed, ...bounds].join('\n\n');
}
