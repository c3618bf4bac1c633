import { against, kilobytes, markdownTable, milliseconds, times } from '../table';
import type { EventFigures, ListFigures, RowFigures, ScrollFigures } from './measure-list';

/** What is aimed at. */
const AIMS = {
  domNodes: 1_500,
  heapBytesPerTicket: 2_000,
  frameMs: 32,
  /** Of a hundred frames on a processor made four times slower. */
  slowShare: 5,
  eventCpuMs: 0.5,
  taskMs: 50,
  /** How much dearer an event may be in a long list, for which a busy machine is no reason. */
  growth: 1.2,
  heapGrowth: 1.05,
};

const most = (values: readonly number[]) => values.reduce((highest, value) => Math.max(highest, value), 0);
const longest = (tasks: ScrollFigures['tasks']) => most(tasks.map(({ cpu }) => cpu));
const hundredths = (share: number) => `${share.toFixed(1)} %`;

/** Of a hundred frames, those that the page itself worked longer at than a frame may take. */
const shareOver = ({ frames, tasks }: ScrollFigures) =>
  (tasks.filter(({ cpu }) => cpu > AIMS.frameMs).length / Math.max(1, frames.length)) * 100;
const waited = ({ frames }: ScrollFigures) =>
  (frames.filter((time) => time > AIMS.frameMs).length / Math.max(1, frames.length)) * 100;

type Line = [name: string, value: string, aim: string];
const line = (name: string, value: number, aim: number, show: (value: number) => string): Line => [
  name,
  show(value),
  against(`≤ ${show(aim)}`, value <= aim),
];

function rowLines({ rows, domNodes, heapBytesPerTicket, scrolling, slow }: RowFigures): Line[] {
  const of = `${rows.toLocaleString('en')} rows:`;
  return [
    line(`${of} DOM nodes`, domNodes, AIMS.domNodes, String),
    line(`${of} heap a ticket`, heapBytesPerTicket, AIMS.heapBytesPerTicket, kilobytes),
    line(`${of} longest task while scrolling`, longest(scrolling.tasks), AIMS.frameMs, milliseconds),
    line(`${of} frames with a longer one, 4 times slower`, shareOver(slow), AIMS.slowShare, hundredths),
    [`${of} frames that came after ${AIMS.frameMs} ms`, hundredths(waited(scrolling)), ''],
  ];
}

const nameOf = ({ rows, how }: EventFigures) => `${rows.toLocaleString('en')} rows, ${how}:`;

function eventLines(figures: EventFigures): Line[] {
  return [
    line(`${nameOf(figures)} CPU of an event`, figures.cpuMs, AIMS.eventCpuMs, (value) => `${value.toFixed(3)} ms`),
    line(`${nameOf(figures)} longest task`, longest(figures.tasks), AIMS.taskMs, milliseconds),
  ];
}

/** How much dearer an event is in the longest of these lists than in the shortest. */
function growthLines(events: readonly EventFigures[]): Line[] {
  return [...new Set(events.map(({ how }) => how))].flatMap((how) => {
    const own = events.filter((figures) => figures.how === how).sort((a, b) => a.rows - b.rows);
    const [few, many] = [own.at(0), own.at(-1)];
    if (!few || !many || few === many) return [];
    const name = `an event in ${many.rows.toLocaleString('en')} rows beside ${few.rows}, ${how}`;
    return [line(name, many.cpuMs / few.cpuMs, AIMS.growth, times)];
  });
}

/** The list's figures as Markdown, each beside its aim. Tasks are told by what they worked, not by how long they took. */
export function listReport({ rows, events, heapGrowth }: ListFigures): string {
  return markdownTable(
    ['the list', 'measured', 'aim'],
    [
      ...rows.flatMap(rowLines),
      ...events.flatMap(eventLines),
      ...growthLines(events),
      line('heap after an hour of events, beside before', heapGrowth, AIMS.heapGrowth, times),
    ],
  );
}
