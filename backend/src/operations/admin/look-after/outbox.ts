import { listOutbox } from '../../../platform/outbox/queue';
import { table, type Command } from '../command';

export const outboxCommands: readonly Command[] = [
  {
    name: 'outbox',
    summary: 'show what waits to be sent or could not be sent, with the last error',
    options: {},
    async run({ db, print }) {
      const rows = await listOutbox(db, { limit: 200 });
      const lines = rows.map((row) => [
        String(row.id),
        row.merchant,
        row.account,
        row.kind,
        row.state,
        `${row.attempts} tries`,
        row.state === 'waiting' ? `next ${row.next_at.toISOString()}` : '',
        row.last_error ?? '',
      ]);
      for (const line of table(lines)) print(line);
      if (rows.length === 0) print('Nothing waits: all that was to leave has left.');
    },
  },
];
