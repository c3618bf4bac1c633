import { ticketSchema } from '@inbox/domain';
import { createFakePorts } from '@inbox/panel/testing';
import * as z from 'zod/mini';
import { readServerMessage } from '@inbox/shell/live';
import panel from '../../remotes/ticket-list/src/panel';
import type { ListPage } from '../src/list/list-page';
import { makeTickets } from './tickets';

const SPEED = 1_500;
/** Events are handed over as a socket does: a few in each turn of the loop. */
const TURN_MS = 5;
const FLOOD = 200;

const answerSchema = z.object({ tickets: z.array(ticketSchema), oldest_timestamp: z.string(), seq: z.int() });
const count = Number(new URLSearchParams(location.search).get('tickets'));
const server = makeTickets(count, Date.now());
let loaded = 0;
let prepared: readonly string[] = [];

const fake = createFakePorts({
  answers: {
    ticketList({ body: { fetch_since } }) {
      const answer = server.page(fetch_since);
      loaded = Math.max(loaded, Number(fetch_since ?? 0) + answer.tickets.length);
      // Its texts take the room that those from a line take.
      return answerSchema.parse(JSON.parse(JSON.stringify(answer)));
    },
    ticketCounter: () => ({ all: count, assigned: count }),
    allAgents: () => [],
    ticketTags: () => [],
  },
});

const place = document.createElement('div');
place.style.cssText = 'inline-size: 376px; block-size: 800px; display: flex';
document.body.append(place);
panel.mount(place, {
  props: {},
  instanceId: 'bench',
  ports: fake.portsOf(panel),
  theme: { mode: 'light' },
  locale: 'en-IN',
});

/** As the shell does it: a text from the socket is read, checked, and told to all. */
function hear(text: string): void {
  const { message } = readServerMessage(text);
  if (message?.kind !== 'event' || message.event === null) throw new Error(`The shell does not understand: ${text}`);
  fake.emitLive(message.event);
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const nextTask = (wait = 0) => new Promise((resolve) => setTimeout(resolve, wait));

function scroller(): HTMLElement {
  const list = document.querySelector('[data-ticket-id]')?.closest('ul')?.parentElement;
  if (!list) throw new Error('The list shows no row.');
  return list;
}

async function scroll(seconds: number): Promise<number[]> {
  const element = scroller();
  const frames: number[] = [];
  const begun = await frame();
  let last = begun;
  let down = true;
  while (last - begun < seconds * 1000) {
    const now = await frame();
    frames.push(now - last);
    // What a slow frame did not scroll, the next one does not make up for.
    const step = (SPEED * Math.min(now - last, 50)) / 1000;
    const most = element.scrollHeight - element.clientHeight - 100;
    if (element.scrollTop >= most) down = false;
    if (element.scrollTop <= 0) down = true;
    element.scrollTop += down ? step : -step;
    last = now;
  }
  return frames;
}

async function tell(texts: readonly string[], perSecond: number): Promise<void> {
  const begun = performance.now();
  for (let told = 0; told < texts.length;) {
    const due = ((performance.now() - begun) * perSecond) / 1000;
    for (; told < due && told < texts.length; told += 1) hear(texts[told] ?? '');
    await nextTask(TURN_MS);
  }
}

const page: ListPage = {
  async loadAll() {
    while (loaded < count) {
      const element = scroller();
      element.scrollTop = element.scrollHeight;
      await frame();
    }
    await nextTask(500);
    scroller().scrollTop = 0;
    await nextTask(500);
  },
  scroll,
  prepare(events) {
    prepared = Array.from({ length: events }, () => server.event());
  },
  async tell(perSecond, scrolled) {
    const [frames] = await Promise.all([scroll(scrolled), tell(prepared, perSecond)]);
    // The last ones are gathered before they are applied.
    await nextTask(200);
    return frames.length;
  },
  async flood(events) {
    for (let told = 0; told < events; told += FLOOD) {
      for (let turn = 0; turn < FLOOD; turn += 1) hear(server.event());
      await nextTask();
    }
  },
};
window.listPage = page;
