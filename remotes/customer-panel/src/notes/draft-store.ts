import { tempIdSchema, type AgentId, type Schema, type TempId, type TicketId } from '@inbox/domain';
import { createStore, del, get, keys, set } from 'idb-keyval';
import * as z from 'zod/mini';

/** A file or link of a note that is being written. */
export interface DraftMedia {
  url: string;
  file_name: string;
  content_type: string;
}

/** A note that is not added yet. */
export interface DraftRecord {
  /** Made once, so that adding it again is the same note. */
  temp_id: TempId;
  /** As the editor writes it, with its pictures. */
  notes: string;
  media: DraftMedia[];
  /** It was asked for, and nobody knows whether the server heard. */
  isAsked: boolean;
  /** It is added by itself when there is a connection. */
  waits?: boolean | undefined;
}

/** In which form another version of the page may have stored it. */
const recordSchema: Schema<DraftRecord> = z.object({
  temp_id: tempIdSchema,
  notes: z.string(),
  media: z.array(z.object({ url: z.string(), file_name: z.string(), content_type: z.string() })),
  isAsked: z.boolean(),
  waits: z.optional(z.boolean()),
});

/** The drafts of one agent, per ticket. */
export interface DraftStore {
  read(ticket: TicketId): Promise<DraftRecord | null>;
  /** Null removes it. */
  write(ticket: TicketId, record: DraftRecord | null): Promise<void>;
}

const databaseOf = (area: string, agent: AgentId) => createStore(`${area}.customer-panel.notes.${agent}`, 'drafts');

/** How many notes the browser has stored for the agent that are not added yet; rejects where storage is blocked. */
export const countDrafts = async (area: string, agent: AgentId | null): Promise<number> =>
  agent === null ? 0 : (await keys(databaseOf(area, agent))).length;

/**
 * In the browser's database: the pictures of one note alone are larger than what localStorage takes. Where it is blocked,
 * or nobody is known to be signed in, drafts live as long as the page.
 *
 * @param area what the names of all that panels store begin with
 */
export function createDraftStore(area: string, agent: AgentId | null, report: (problem: unknown) => void): DraftStore {
  const memory = new Map<TicketId, DraftRecord>();
  const database = agent === null ? null : databaseOf(area, agent);
  /** Where storage is blocked, opening it may throw at once. */
  const reported = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      report(error);
      return undefined;
    }
  };
  return {
    async read(ticket) {
      const found = database && (await reported(() => get<unknown>(ticket, database)));
      return z.safeParse(recordSchema, found).data ?? memory.get(ticket) ?? null;
    },
    async write(ticket, record) {
      if (record === null) memory.delete(ticket);
      else memory.set(ticket, record);
      if (!database) return;
      await reported(async () => {
        await (record === null ? del(ticket, database) : set(ticket, record, database));
        // What is stored another tab may change, or remove.
        memory.delete(ticket);
      });
    },
  };
}
