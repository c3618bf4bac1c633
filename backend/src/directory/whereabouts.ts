import { merchantIdSchema, type MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import { LONGEST_VALUE, MOST_VALUES, type About } from '../cells/whose';
import { DIRECTORY_HEADER } from '../cells/directory-secret';
import { GONE_PATH, WHOSE_PATH } from '../cells/routes';
import type { Cell } from './cells';
import { NO_COUNTS, type DirectoryCounts } from './counts';

/** Milliseconds that a cell may take to say whom it has. */
const ANSWER_MS = 3_000;
/** Milliseconds for which is remembered where somebody is; who moves is forgotten before that. */
const REMEMBERED_MS = 10 * 60_000;
/** Remembered at most, some two hundred bytes each. */
const MOST_REMEMBERED = 200_000;
/** Milliseconds between two questions who has left. */
const GONE_EVERY_MS = 500;

const Answer = z.object({
  data: z.array(z.object({ value: z.string(), merchant_id: merchantIdSchema, gone: z.boolean() })),
});
const Gone = z.object({ data: z.array(merchantIdSchema) });

/** The merchant changes hands, or a cell that may have it does not answer: worth trying again in a moment. */
export class NowhereNow extends Error {
  override readonly name = 'NowhereNow';
}

interface Place {
  cell: Cell;
  merchantId: MerchantId;
  until: number;
}

/** Where merchants are. It is asked of the cells, which alone know: nothing is stored that could be wrong after a crash. */
export interface Whereabouts {
  /**
   * The cells of what is named by these values; those that no cell knows are left out.
   * @param fresh not as it is remembered, where a wrong place would lose something
   * @throws NowhereNow
   */
  find(about: About, values: readonly string[], fresh?: 'fresh'): Promise<ReadonlyMap<string, Cell>>;
  /** What was remembered of it is not true any more. */
  forget(about: About, value: string): void;
  /** The first of them is asked for on behalf of those whom no cell knows. */
  cells: readonly [Cell, ...Cell[]];
  stop(): void;
}

export interface WhereaboutsOptions {
  cells: readonly [Cell, ...Cell[]];
  secret: string;
  counts?: DirectoryCounts;
  log(line: string): void;
}

/** What no database holds names nobody, and no cell is asked for it. */
const isName = (value: string): boolean => value.length <= LONGEST_VALUE && !value.includes('\0');

export function startWhereabouts({ cells, secret, counts = NO_COUNTS, log }: WhereaboutsOptions): Whereabouts {
  const remembered = new Map<string, Place>();
  const silent = new Set<string>();
  const keyOf = (about: About, value: string): string => `${about} ${value}`;

  /** @throws when the cell does not answer, or answers in another shape */
  async function ask<T extends z.ZodMiniType>(
    cell: Cell,
    path: string,
    shape: T,
    body?: unknown,
  ): Promise<z.output<T>> {
    try {
      const answer = await fetch(cell.url + path, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { [DIRECTORY_HEADER]: secret, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      const read = z.safeParse(shape, await answer.json());
      if (!read.success) throw new Error('its answer has another shape');
      counts.asked(cell, true);
      if (silent.delete(cell.name)) log(`Cell ${cell.name} answers again.`);
      return read.data;
    } catch (error) {
      counts.asked(cell, false);
      if (!silent.has(cell.name))
        log(`Cell ${cell.name} does not say whom it has: ${error instanceof Error ? error.message : 'unknown'}`);
      silent.add(cell.name);
      throw error;
    }
  }

  function remember(key: string, place: Place): void {
    remembered.delete(key);
    remembered.set(key, place);
    // What was learnt longest ago is first.
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
  }

  function recall(key: string): Cell | undefined {
    const place = remembered.get(key);
    return place !== undefined && place.until > Date.now() ? place.cell : undefined;
  }

  async function look(about: About, values: readonly string[]): Promise<ReadonlyMap<string, Cell>> {
    const answers = await Promise.allSettled(
      cells.map(async (cell) => (await ask(cell, WHOSE_PATH, Answer, { about, values })).data),
    );
    const found = new Map<string, Cell>();
    const leaving = new Set<string>();
    for (const [at, answer] of answers.entries()) {
      const cell = cells[at];
      if (answer.status === 'rejected' || cell === undefined) continue;
      for (const { value, merchant_id: merchantId, gone } of answer.value) {
        if (gone) leaving.add(value);
        // Named in two cells, it is the first one's.
        else if (!found.has(value)) {
          found.set(value, cell);
          remember(keyOf(about, value), { cell, merchantId, until: Date.now() + REMEMBERED_MS });
        }
      }
    }
    const isUnsure = answers.some(({ status }) => status === 'rejected');
    if (values.some((value) => !found.has(value) && (isUnsure || leaving.has(value)))) {
      throw new NowhereNow('No cell has it right now.');
    }
    return found;
  }

  async function forgetGone(): Promise<void> {
    for (const cell of cells) {
      const gone = new Set(
        await ask(cell, GONE_PATH, Gone).then(
          ({ data }) => data,
          () => [],
        ),
      );
      if (gone.size === 0) continue;
      for (const [key, place] of remembered) {
        if (place.cell === cell && gone.has(place.merchantId)) remembered.delete(key);
      }
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  function again(): void {
    void forgetGone().finally(() => {
      if (!isStopped) timer = setTimeout(again, GONE_EVERY_MS).unref();
    });
  }
  again();

  return {
    cells,
    async find(about, values, fresh) {
      const known = new Map<string, Cell>();
      const unknown = values.filter(isName).filter((value) => {
        const cell = fresh === undefined ? recall(keyOf(about, value)) : undefined;
        if (cell !== undefined) known.set(value, cell);
        return cell === undefined;
      });
      for (let at = 0; at < unknown.length; at += MOST_VALUES) {
        for (const [value, cell] of await look(about, unknown.slice(at, at + MOST_VALUES))) known.set(value, cell);
      }
      return known;
    },
    forget: (about, value) => void remembered.delete(keyOf(about, value)),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
