import type { CDPSession } from '@playwright/test';
import * as z from 'zod/mini';

/** A task of the page's main thread, in milliseconds. */
export interface Task {
  /** From its begin to its end: on a busy machine also what others did meanwhile. */
  wall: number;
  /** What it worked itself. */
  cpu: number;
}

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  args: z.record(z.string(), z.unknown()),
});
type TraceEvent = z.infer<typeof eventSchema>;

const CATEGORIES = 'disabled-by-default-devtools.timeline,blink.user_timing';

/** Runs the work and answers every task that the page's main thread did meanwhile. */
export async function traceTasks<T>(
  devtools: CDPSession,
  work: () => Promise<T>,
): Promise<{ result: T; tasks: Task[] }> {
  const { result, events } = await trace(devtools, work);
  return { result, tasks: busiestThread(events).map(taskOf) };
}

/** The marks that a page sets where a span of its work begins and ends. */
export const SPAN = { begin: 'bench-begin', end: 'bench-end' } as const;

/** Runs the work and answers the spans that the page has marked meanwhile, each with all tasks of its main thread. */
export async function traceSpans(devtools: CDPSession, work: () => Promise<unknown>): Promise<Task[]> {
  const { events } = await trace(devtools, work);
  const tasks = busiestThread(events);
  const marks = (name: string) => events.filter((event) => event.name === name).map(({ ts }) => ts);
  const ends = marks(SPAN.end);
  return marks(SPAN.begin).map((from, index) => {
    const to = ends[index] ?? 0;
    const within = tasks.filter(({ ts, dur = 0 }) => ts + dur > from && ts < to).map(taskOf);
    return { wall: (to - from) / 1000, cpu: within.reduce((sum, { cpu }) => sum + cpu, 0) };
  });
}

async function trace<T>(devtools: CDPSession, work: () => Promise<T>): Promise<{ result: T; events: TraceEvent[] }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => {
    for (const entry of value) {
      const event = eventSchema.safeParse(entry);
      if (event.success) events.push(event.data);
    }
  };
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', { categories: CATEGORIES, transferMode: 'ReportEvents' });
  const result = await work();
  const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  return { result, events };
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;

const taskOf = ({ dur = 0, tdur = 0 }: TraceEvent): Task => ({ wall: dur / 1000, cpu: tdur / 1000 });

/** The tasks of the renderer that worked most: others stand idle. */
function busiestThread(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args['name'] === 'CrRendererMain')
    .map(threadOf);
  const byThread = mains.map((thread) =>
    events.filter((event) => event.name === 'RunTask' && event.ph === 'X' && threadOf(event) === thread),
  );
  const worked = (tasks: readonly TraceEvent[]) => tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return byThread.toSorted((a, b) => worked(b) - worked(a))[0] ?? [];
}
