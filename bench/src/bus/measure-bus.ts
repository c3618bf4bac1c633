import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveEvent } from '@inbox/domain';
import { connectBus, createBus, liveEvents, type BusClient } from '@inbox/events';
import * as z from 'zod/mini';
import type { Amounts } from '../amounts';
import { readServerMessage } from '@inbox/shell/live';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { makeTickets } from '../../list-page/tickets';

/** What a panel's package.json says of it on the bus. */
const Manifest = z.object({
  inbox: z.object({
    panel: z.string(),
    consumes: z.array(z.string()),
    produces: z.array(z.string()),
    description: z.object({ slot: z.string() }),
  }),
});

const PANELS = ['ticket-list', 'conversation', 'customer-panel', 'quick-replies'];
const PER_SECOND = 10_000;
const TICKETS = 10_000;
/** Listeners of each panel to every server event: as many as the conversation has. */
const LISTENERS = 5;
/** One message in so many is published by a panel: 200 a second by each of two, which is their bound. */
const PUBLISHED = 25;

export interface BusFigures {
  perSecond: number;
  /** What each message of a round of a second took of the process, in milliseconds of its own clock. */
  rounds: number[][];
}

/**
 * Measures the bus with all its checks: every message is parsed, frozen, checked against what its party declares, and read
 * by 20 listeners of four panels. Time is the process's own: on a busy machine a clock on the wall measures the others. The
 * bus's own clock is that of the messages: each comes when it is due, however soon the process is done with those before.
 */
export function measureBus({ rounds: counted }: Amounts['bus']): BusFigures {
  let dueMs = 0;
  const bus = createBus(
    ({ error }) => {
      throw error;
    },
    () => dueMs,
  );
  const host = connectBus(bus.join('host'));
  let heard = 0;
  const parties = PANELS.map((name): BusClient => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'remotes', name, 'package.json'), 'utf8'));
    const { panel, consumes, produces, description } = z.parse(Manifest, manifest).inbox;
    const party = connectBus(bus.join(panel, { consumes, produces, slot: description.slot }));
    for (let count = 0; count < LISTENERS; count += 1) {
      party.on('live.*@1', liveEvents(party), ({ tickets }) => void (heard += tickets.length));
    }
    return party;
  });
  const [list, main] = parties;
  if (!list || !main) throw new Error('There are no panels.');
  for (const party of [list, main]) party.onEvent('ticket.changed', ({ tickets }) => void (heard += tickets.length));

  const server = makeTickets(TICKETS, Date.now());
  const rounds: number[][] = [];
  // The first second compiles, and counts for nothing.
  for (let round = 0; round <= counted; round += 1) {
    const events = Array.from({ length: PER_SECOND }, () => readEvent(server.event()));
    heard = 0;
    rounds.push(
      events.map((event, at) => {
        const party = at % PUBLISHED !== 0 ? host : at % (2 * PUBLISHED) === 0 ? list : main;
        dueMs = (round + at / PER_SECOND) * 1_000;
        const before = process.cpuUsage();
        if (party === host) host.emit(`live.${event.type}`, event);
        else party.emit('ticket.changed', { tickets: event.tickets });
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      }),
    );
    const published = PER_SECOND / PUBLISHED;
    const expected = (PER_SECOND - published) * parties.length * LISTENERS + published * 2;
    if (heard !== expected) throw new Error(`${heard} were heard, not ${expected}.`);
  }
  return { perSecond: PER_SECOND, rounds: rounds.slice(1) };
}

/** As the live channel has it, but another object, so that the bus reads it itself. */
function readEvent(text: string): LiveEvent {
  const { message } = readServerMessage(text);
  if (message?.kind !== 'event' || message.event === null) throw new Error(`The shell does not understand ${text}`);
  return structuredClone(message.event);
}
