import { listDeadLetters, readDeadLetter } from '../../../conversations/dead-letters/dead-letters';
import { AdminError, table, type Command } from '../command';

export const deadLetterCommands: readonly Command[] = [
  {
    name: 'dead-letters show',
    summary: 'print one as it was received',
    argument: { name: 'NUMBER', about: "its number in 'dead-letters'" },
    options: {},
    async run({ db, print }, _values, number) {
      const body = /^\d{1,15}$/.test(number) ? await readDeadLetter(db, Number(number)) : undefined;
      if (!body) throw new AdminError(`There is no dead letter '${number}'.`);
      print(body.toString('utf8'));
    },
  },
  {
    name: 'dead-letters',
    summary: 'show what came in and was not understood, newest first',
    options: {},
    async run({ db, print }) {
      const rows = await listDeadLetters(db, { limit: 200 });
      const lines = rows.map((row) => [
        String(row.id),
        row.received_at.toISOString(),
        row.door,
        row.merchant ?? 'unknown',
        `${row.size} bytes`,
        row.times === 1 ? '' : `${row.times} times`,
        row.reason,
      ]);
      for (const line of table(lines)) print(line);
      if (rows.length === 0) print('There are no dead letters: everything that came in was understood.');
    },
  },
];
