import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** One record as it is hashed, exported and verified; hashes in hex. */
export interface ChainedRecord {
  merchant: number;
  seq: number;
  previous: string;
  hash: string;
  content: string;
}

/** Before the first record. */
export const CHAIN_START = { seq: 0, hash: createHash('sha256').update('').digest('hex') };

/** The hash of a record: SHA-256 over that of the one before (hex), a line feed, and its own content. */
export const hashOf = (previous: string, content: string): string =>
  createHash('sha256').update(`${previous}\n${content}`).digest('hex');

export const ChainedLine = z.object({
  merchant: z.int(),
  seq: z.int(),
  previous: z.string(),
  hash: z.string(),
  content: z.string(),
});

const Position = z.object({ merchant: z.int(), seq: z.int() });
const Pruned = z.object({
  what: z.literal('audit.pruned'),
  ids: z.object({ seq: z.int(), hash: z.string() }),
});

/** A record whose tags were withdrawn when their customer was erased, and the later one that says so. */
const Without = z.object({ withdrawn: z.tuple([z.literal('tags')]) });
const Withdrawn = z.object({ what: z.literal('audit.withdrawn'), ids: z.object({ hashes: z.array(z.string()) }) });

export interface Checked {
  records: number;
  /** Where and what; null when the chain is whole. */
  problem: string | null;
}

export interface ChainCheck {
  /** False after the first problem: what follows a break proves nothing. */
  add(record: ChainedRecord): boolean;
  /** @param end where the chain ends by the database's word; of a file nobody knows */
  end(end?: { seq: number; hash: string }): Checked;
}

/**
 * Follows one chain, record by record in order.
 * @param begin the last record that was pruned, or `CHAIN_START`; of a file, which begins where it begins, undefined
 */
export function checkChain(merchant: number, begin?: { seq: number; hash: string }): ChainCheck {
  let last = begin;
  /** The checkpoint that a record of the chain itself must name. */
  let unnamed = begin !== undefined && begin.seq > 0 ? begin : null;
  /** By their hashes, records without tags that no record has said to be withdrawn. */
  const unsaid = new Map<string, number>();
  let records = 0;
  let problem: string | null = null;

  function problemOf({ merchant: named, seq, previous, hash, content }: ChainedRecord): string | null {
    // A file that starts later starts at a checkpoint.
    if (last === undefined) {
      last = seq === 1 ? CHAIN_START : { seq: seq - 1, hash: previous };
      if (seq > 1) unnamed = last;
    }
    if (seq !== last.seq + 1) return `Record ${last.seq + 1} is missing.`;
    if (previous !== last.hash) return `Record ${seq} does not follow the one before it.`;
    const said = parsed(content);
    if (hashOf(previous, content) !== hash) {
      if (!Without.safeParse(said).success) return `Record ${seq} was changed.`;
      unsaid.set(hash, seq);
    }
    const position = Position.safeParse(said);
    if (named !== merchant || !position.success || position.data.merchant !== merchant || position.data.seq !== seq) {
      return `Record ${seq} belongs elsewhere.`;
    }
    const withdrawn = Withdrawn.safeParse(said);
    if (withdrawn.success) for (const each of withdrawn.data.ids.hashes) unsaid.delete(each);
    const pruned = Pruned.safeParse(said);
    if (pruned.success && pruned.data.ids.seq === unnamed?.seq && pruned.data.ids.hash === unnamed.hash) unnamed = null;
    return null;
  }

  return {
    add(record) {
      problem = problemOf(record);
      if (problem !== null) return false;
      last = { seq: record.seq, hash: record.hash };
      records += 1;
      return true;
    },
    end(end) {
      if (problem === null && end !== undefined && (last?.seq !== end.seq || last.hash !== end.hash)) {
        problem = `The records after ${last?.seq ?? 0} are missing: the chain ends with ${end.seq}.`;
      }
      if (problem === null && unnamed !== null) {
        problem = `The records up to ${unnamed.seq} are missing, and were not pruned by the inbox.`;
      }
      const [changed] = unsaid.values();
      if (problem === null && changed !== undefined) {
        problem = `Record ${changed} was changed: no later one says that the inbox withdrew its tags.`;
      }
      return { records, problem };
    },
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
