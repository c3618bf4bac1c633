import { AdminError, isTaken, merchantOf, neededText, table, textOf, yesOrNo, type Command } from './command';

const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const merchantCommands: readonly Command[] = [
  {
    name: 'merchant add',
    usage: '--merchant SHORT-NAME --name NAME',
    what: 'A new merchant, with nothing in it yet.',
    options: { merchant: { type: 'string' }, name: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const slug = neededText(values, 'merchant');
      if (!SLUG.test(slug)) throw new AdminError('--merchant takes small letters, digits and dashes, 40 at most.');
      await db
        .insertInto('merchants')
        .values({ slug, name: neededText(values, 'name') })
        .execute()
        .catch((error: unknown) => {
          throw isTaken(error) ? new AdminError(`There is a merchant '${slug}' already.`) : error;
        });
      print(`Merchant '${slug}' is there. Next: pnpm admin agent add --merchant ${slug} …`);
    },
  },
  {
    name: 'merchant list',
    usage: '',
    what: 'All merchants.',
    options: {},
    words: 0,
    async run({ db, print }) {
      const rows = await db.selectFrom('merchants').select(['slug', 'name', 'inbox_enabled']).orderBy('id').execute();
      for (const line of table(rows.map((row) => [row.slug, row.inbox_enabled ? 'on' : 'off', row.name]))) print(line);
    },
  },
  {
    name: 'merchant set',
    usage: '--merchant SHORT-NAME [--name NAME] [--inbox yes|no] [--reason TEXT] [--csat yes|no] [--sound yes|no]',
    what: 'Changes a merchant; --reason is what agents read while the inbox is off.',
    options: {
      merchant: { type: 'string' },
      name: { type: 'string' },
      inbox: { type: 'string' },
      reason: { type: 'string' },
      csat: { type: 'string' },
      sound: { type: 'string' },
    },
    words: 0,
    async run({ db, print }, values) {
      const id = await merchantOf(db, values);
      const name = textOf(values, 'name')?.trim();
      const inbox = yesOrNo(values, 'inbox');
      const csat = yesOrNo(values, 'csat');
      const sound = yesOrNo(values, 'sound');
      const change = {
        ...(name && { name }),
        ...(inbox !== undefined && {
          inbox_enabled: inbox,
          disable_reason: inbox ? null : (textOf(values, 'reason') ?? null),
        }),
        ...(csat !== undefined && { csat_enabled: csat }),
        ...(sound !== undefined && { audio_enabled: sound }),
      };
      if (Object.keys(change).length === 0) throw new AdminError('There is nothing to change; see pnpm admin --help.');
      await db.updateTable('merchants').set(change).where('id', '=', id).execute();
      print('Changed.');
    },
  },
];
