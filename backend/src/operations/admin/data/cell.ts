import { makeCell, MOST_CELLS, readCellNumber } from '../../../cells/cell-number';
import { abortMove, moveMerchant, type MoveRequest } from '../../../cells/move/move-merchant';
import { MoveError } from '../../../cells/move/session';
import { AdminError, MERCHANT, neededText, table, type Command, type StandaloneContext, type Values } from '../command';

export const cellCommands: readonly Command[] = [
  {
    name: 'cell number',
    summary: 'make this inbox, while it has no merchants, one of several cells',
    argument: { name: 'NUMBER', about: `from 0 to ${MOST_CELLS}` },
    options: {},
    async run({ db, print }, _values, word) {
      const number = /^\d{1,3}$/.test(word) ? Number(word) : Number.NaN;
      if (!(number <= MOST_CELLS)) throw new AdminError(`A cell's number is from 0 to ${MOST_CELLS}.`);
      if (!(await makeCell(db, number))) {
        const now = await readCellNumber(db);
        throw new AdminError(`There are merchants here already, whose ids are of cell ${now}.`);
      }
      print(`This is cell ${number}.`);
    },
  },
  {
    name: 'cell list',
    summary: 'show which cell this is, and which merchants are leaving or have left',
    options: {},
    async run({ db, print }) {
      print(`This is cell ${await readCellNumber(db)}.`);
      const rows = await db.selectFrom('merchant_moves').selectAll().orderBy('changed_at').execute();
      const lines = rows.map(({ slug, stage, to_cell, changed_at }) => [
        slug,
        stage,
        `to cell ${to_cell}`,
        changed_at.toISOString(),
      ]);
      for (const line of table(lines)) print(line);
    },
  },
];

const BY =
  'INBOX_MOVE_FROM_URL and INBOX_MOVE_TO_URL name the databases of the two cells, past any pooler, by superusers.';

export const cellMoveCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'cell move',
    summary: 'move a merchant to another cell while its agents work',
    details: `${BY} Both cells need the same release, keys and bucket.`,
    options: { merchant: MERCHANT },
    async run(context, values) {
      const { pauseMs, rows } = await toItsEnd(context.print, () => moveMerchant(requestOf(context, values)));
      context.print(`The merchant is in the other cell: ${rows} rows. Nothing could be written for ${pauseMs} ms.`);
    },
  },
  {
    name: 'cell abort',
    summary: 'undo a move that was interrupted',
    details: BY,
    options: { merchant: MERCHANT },
    async run(context, values) {
      await toItsEnd(context.print, () => abortMove(requestOf(context, values)));
      context.print('The merchant is where it was, and nothing of it is in the other cell.');
    },
  },
];

function requestOf({ settings, print }: StandaloneContext, values: Values): MoveRequest {
  const { from: sourceUrl, to: targetUrl } = settings.moveUrls;
  if (sourceUrl === undefined || targetUrl === undefined)
    throw new AdminError(`It is not known from where to where. ${BY}`);
  return { slug: neededText(values, 'merchant'), sourceUrl, targetUrl, say: print };
}

/** Ctrl-C, a terminal that hangs up (as when an ssh session drops), and `kill`. */
const HELD_SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/** A merchant is never left between two cells by an impatient hand: the work comes to its end, or is taken back. */
async function toItsEnd<T>(print: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const wait = (): void => print('It is completed, or taken back, before this command ends.');
  // After a hang-up each write to the terminal fails (EIO); without a listener, the first one would end the process.
  const ignore = (): void => undefined;
  const outputs = [process.stdout, process.stderr];
  for (const output of outputs) output.on('error', ignore);
  for (const signal of HELD_SIGNALS) process.on(signal, wait);
  try {
    return await work();
  } catch (error) {
    throw error instanceof MoveError ? new AdminError(error.message) : error;
  } finally {
    for (const signal of HELD_SIGNALS) process.off(signal, wait);
    for (const output of outputs) output.off('error', ignore);
  }
}
