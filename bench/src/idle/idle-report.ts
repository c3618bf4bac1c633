import { median } from '../statistics';
import { against, markdownTable, milliseconds } from '../table';
import type { IdleFigures, RestFigures } from './measure-idle';

/** Milliseconds of CPU in ten seconds. */
const AIMS = { list: 5, conversation: 15 };

/** What a page at rest costs, as Markdown: medians of the rounds, the times beside their aims. */
export function idleReport({ list, conversation, empty }: IdleFigures): string {
  const of = (rounds: readonly RestFigures[], figure: keyof RestFigures) => median(rounds.map((each) => each[figure]));
  const row = (name: string, rounds: readonly RestFigures[], aim?: number) => {
    const cpu = of(rounds, 'cpuMs');
    return [
      name,
      milliseconds(cpu),
      milliseconds(of(rounds, 'scriptMs')),
      String(of(rounds, 'timers')),
      String(of(rounds, 'animations')),
      aim === undefined ? '' : against(`≤ ${aim} ms`, cpu <= aim),
    ];
  };
  return markdownTable(
    ['ten seconds at rest', 'CPU', 'in scripts', 'timers', 'animations', 'aim'],
    [
      row('the list', list, AIMS.list),
      row('a conversation', conversation, AIMS.conversation),
      row('an empty page', empty),
    ],
  );
}
