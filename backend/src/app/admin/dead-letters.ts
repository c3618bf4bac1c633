import { listDeadLetters, readDeadLetter } from '../../messages/dead-letters';
import { AdminError, table, type Command } from './command';

export const deadLetterCommands: readonly Command[] = [
  {
    name: 'inbox-kept show',
    usage: 'NUMBER',
    what: 'One kept delivery, as it was received.',
    options: {},
    words: 1,
    async run({ db, print }, _values, [number = '']) {
      const body = /^\d{1,15}$/.test(number) ? await readDeadLetter(db, Number(number)) : undefined;
      if (!body) throw new AdminError(`Nothing is kept under '${number}'.`);
      print(body.toString('utf8'));
    },
  },
  {
    name: 'inbox-kept',
    usage: '',
    what: 'What came in and was not understood, newest first.',
    options: {},
    words: 0,
    async run({ db, print }) {
      const rows = await listDeadLetters(db, { limit: 200 });
      const lines = rows.map((row) => [
        String(row.id),
        row.received_at.toISOString(),
        row.door,
        row.merchant ?? 'unknown',
        `${row.size} bytes`,
        row.reason,
      ]);
      for (const line of table(lines)) print(line);
      if (rows.length === 0) print('Nothing is kept: all that came in was understood.');
    },
  },
];
