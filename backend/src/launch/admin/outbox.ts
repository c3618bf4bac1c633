import { table, type Command } from './command';

export const outboxCommands: readonly Command[] = [
  {
    name: 'outbox',
    usage: '',
    what: 'What has not left yet, and what could not leave: with its tries and the last error.',
    options: {},
    words: 0,
    async run({ db, print }) {
      const rows = await db
        .selectFrom('outbox as o')
        .innerJoin('merchants as m', 'm.id', 'o.merchant_id')
        .select(['o.id', 'm.slug', 'o.kind', 'o.state', 'o.attempts', 'o.next_at', 'o.last_error'])
        .where('o.state', '<>', 'done')
        .orderBy('o.id', 'desc')
        .limit(200)
        .execute();
      const lines = rows.map((row) => [
        String(row.id),
        row.slug,
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
