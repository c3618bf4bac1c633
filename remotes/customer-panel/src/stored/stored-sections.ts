import { calls } from '@inbox/api';
import type { Schema, Ticket } from '@inbox/domain';
import type { useQueryClient } from '@inbox/panel/query';
import type { StoredAnswer, StoredAnswers } from '@inbox/panel/contract';
import * as z from 'zod/mini';

type QueryClient = ReturnType<typeof useQueryClient>;

/** What each of the sections asks for, by the name that begins the key of its query. */
const ANSWERS: Readonly<Record<string, { of: 'conversation' | 'ticket' | 'merchant'; schema: Schema<unknown> }>> = {
  customer: { of: 'conversation', schema: calls.customerDetails.answer },
  'customer-tickets': { of: 'conversation', schema: calls.customerTickets.answer },
  orders: { of: 'conversation', schema: calls.customerOrders.answer },
  checkouts: { of: 'conversation', schema: calls.customerCheckouts.answer },
  'custom-fields': { of: 'merchant', schema: calls.customFields.answer },
  'field-values': { of: 'ticket', schema: calls.fieldValues.answer },
  'linked-tickets': { of: 'ticket', schema: calls.linkedTickets.answer },
  notes: { of: 'ticket', schema: calls.notes.answer },
};

const storedSchema = z.record(z.string(), z.object({ data: z.unknown(), at: z.number() }));

export interface StoredSections {
  /** As of when the oldest of what shows is, in milliseconds; null once the server has answered all of it. */
  asOf: number | null;
  /** The server could not be asked for some of it. */
  failed: boolean;
}

/**
 * Puts what an earlier page has stored of this ticket's sections into the cache, where the server's answers take its place,
 * and stores those.
 *
 * @param heard the live number of the newest event that this page has applied
 * @param onChange told what shows from the browser's storage
 * @returns stops it
 */
export function followSections(
  { id, conversation_id }: Pick<Ticket, 'id' | 'conversation_id'>,
  {
    client,
    stored,
    heard,
    onChange,
  }: {
    client: QueryClient;
    stored: StoredAnswers;
    heard(): number;
    onChange(now: StoredSections): void;
  },
): () => void {
  const place = `customer/${id}`;
  const cache = client.getQueryCache();
  /** When what is in the cache from the browser's storage is of, by section, until something else takes its place. */
  const shown = new Map<string, number>();
  /** The live number that was heard when each section's newest call began, which its answer includes. */
  const asked = new Map<string, number>();
  let isOver = false;

  const keyOf = (section: string) => {
    const of = ANSWERS[section]?.of;
    return of === 'merchant' ? [section] : [section, of === 'ticket' ? id : conversation_id];
  };
  const queryOf = (section: string) => cache.find({ queryKey: keyOf(section), exact: true });

  function answer(): StoredAnswer | null {
    const known = Object.keys(ANSWERS).flatMap((section) => {
      const state = queryOf(section)?.state;
      const isKnown = state?.data !== undefined && ANSWERS[section]?.schema.safeParse(state.data).success;
      return isKnown ? [[section, { data: state.data, at: state.dataUpdatedAt }] as const] : [];
    });
    if (known.length === 0) return null;
    const at = Math.max(...known.map(([, one]) => one.at));
    return { data: Object.fromEntries(known), at, seq: Math.min(...known.map(([section]) => asked.get(section) ?? 0)) };
  }

  function look(): void {
    const drawn = [...shown].filter(([section]) => queryOf(section)?.isActive());
    // Whatever is drawn is asked for: where nothing is under way, it came to nothing.
    const failed = drawn.some(([section]) => queryOf(section)?.state.fetchStatus === 'idle');
    onChange({ asOf: drawn.length === 0 ? null : Math.min(...drawn.map(([, at]) => at)), failed });
  }

  const end = cache.subscribe((event) => {
    const [section] = (event.query.queryKey as readonly unknown[]).map(String);
    if (section === undefined || !(section in ANSWERS) || event.query !== queryOf(section)) return;
    if (event.type === 'updated' && event.action.type === 'fetch') asked.set(section, heard());
    if (event.type === 'updated' && event.action.type === 'success') {
      // Our own writing of what was stored is told of as well.
      const isStored = event.action.manual && event.action.dataUpdatedAt === shown.get(section);
      if (!isStored) shown.delete(section);
      stored.write(place, answer);
    }
    look();
  });

  void stored.read(place).then((found) => {
    const sections = found && storedSchema.safeParse(found.data).data;
    if (isOver || !sections) return;
    for (const [section, { data, at }] of Object.entries(sections)) {
      const read = ANSWERS[section]?.schema.safeParse(data);
      if (!read?.success || queryOf(section)?.state.data !== undefined) continue;
      shown.set(section, at);
      client.setQueryData(keyOf(section), read.data, { updatedAt: at });
      // However young it is, a section that is opened later asks the server.
      void client.invalidateQueries({ queryKey: keyOf(section), exact: true, refetchType: 'none' });
    }
    look();
  });
  // What was loaded before this code was there.
  stored.write(place, answer);
  return () => {
    isOver = true;
    end();
  };
}
