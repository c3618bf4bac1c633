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
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  args: z.record(z.string(), z.unknown()),
});
type TraceEvent = z.infer<typeof eventSchema>;

const CATEGORIES = 'disabled-by-default-devtools.timeline';

/** Runs the work and answers every task that the page's main thread did meanwhile. */
export async function traceTasks<T>(
  devtools: CDPSession,
  work: () => Promise<T>,
): Promise<{ result: T; tasks: Task[] }> {
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
  return { result, tasks: tasksOf(events) };
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;

/** Of all renderers the one that worked most: others stand idle. */
function tasksOf(events: readonly TraceEvent[]): Task[] {
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args['name'] === 'CrRendererMain')
    .map(threadOf);
  const byThread = mains.map((thread) =>
    events
      .filter((event) => event.name === 'RunTask' && event.ph === 'X' && threadOf(event) === thread)
      .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 })),
  );
  const worked = (tasks: readonly Task[]) => tasks.reduce((sum, { cpu }) => sum + cpu, 0);
  return byThread.toSorted((a, b) => worked(b) - worked(a))[0] ?? [];
}
