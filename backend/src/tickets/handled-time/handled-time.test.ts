import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TicketId } from '@inbox/domain';
import { pruneStretches } from './handled-time-queries';
import { handledTime, reportHandledTime } from './handled-time';
import type { SignedIn } from '../../agents/sessions/session';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
});

afterAll(() => world.test.drop());

const hoursOld = (hours: number) =>
  world.ticketOf({ created_at: new Date(world.clock.now.getTime() - hours * 3_600_000) });
const report = (ticketId: TicketId, seconds: number, who: SignedIn = world.me, stretchId: string = randomUUID()) =>
  reportHandledTime(world.context, who, { ticketId, seconds, stretchId });

it('sums up what each agent reports of a ticket', async () => {
  const [ticket, other] = [await hoursOld(1), await hoursOld(1)];
  expect(await handledTime(world.context, world.me, ticket)).toBe(0);
  expect(await report(ticket, 30)).toBe(30);
  expect(await report(ticket, 12)).toBe(42);
  expect(await report(ticket, 8, world.dev)).toBe(50);
  await report(other, 5);
  expect(await handledTime(world.context, world.me, ticket)).toBe(50);
});

it('counts a stretch once, also when it is reported again and at the same time', async () => {
  const ticket = await hoursOld(1);
  const stretch = randomUUID();
  const again = Array.from({ length: 5 }, () => report(ticket, 30, world.me, stretch));
  expect(await Promise.all(again)).toEqual([30, 30, 30, 30, 30]);
  expect(await report(ticket, 30, world.me, stretch)).toBe(30);
});

it('loses none of many that are reported at once', async () => {
  const ticket = await hoursOld(1);
  await Promise.all(Array.from({ length: 10 }, () => report(ticket, 7)));
  expect(await handledTime(world.context, world.me, ticket)).toBe(70);
});

it('counts no more of an agent than has passed since the ticket began', async () => {
  const ticket = await hoursOld(1);
  expect(await report(ticket, 86_400)).toBe(3600);
  expect(await report(ticket, 60)).toBe(3600);
  expect(await report(ticket, 60, world.dev)).toBe(3660);
});

it('forgets old stretches, not what they summed up to', async () => {
  const ticket = await hoursOld(1);
  await report(ticket, 30);
  await pruneStretches(world.test.db, new Date(world.clock.now.getTime() + 1));
  expect(await world.test.db.selectFrom('handled_stretches').selectAll().execute()).toEqual([]);
  expect(await handledTime(world.context, world.me, ticket)).toBe(30);
});
