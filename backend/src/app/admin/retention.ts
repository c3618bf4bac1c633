import { SOURCE_TABS, type KnownSource, type MerchantId } from '@inbox/domain';
import { format } from 'date-fns/format';
import type { Queryable } from '../../db/connection';
import { clearRule, listRules, previewRetention, setRule, type RetentionRule } from '../../privacy/retention';
import { AdminError, merchantOf, neededText, table, textOf, type Command, type Values } from './command';

const CHANNELS: readonly KnownSource[] = [...SOURCE_TABS.filter((each) => each !== null), 'comment'];

function channelOf(values: Values): KnownSource | '' {
  const given = textOf(values, 'channel');
  if (given === undefined) return '';
  const channel = CHANNELS.find((each) => each === given);
  if (channel === undefined) throw new AdminError(`--channel takes ${CHANNELS.join(', ')}.`);
  return channel;
}

function daysOf(values: Values): number {
  const given = neededText(values, 'days');
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days < 1) throw new AdminError('--days takes a number from 1 to 99999.');
  return days;
}

const nameOf = (channel: RetentionRule['channel']): string => (channel === '' ? 'every other channel' : channel);

/** What would go now, in lines. */
async function previewed(db: Queryable, rules: readonly RetentionRule[], merchantId: MerchantId): Promise<string[]> {
  const found = await previewRetention(db, rules, merchantId, new Date());
  if (found.length === 0) return ['Nothing is older.'];
  return table(
    found.map(({ channel, tickets, messages, oldest }) => [
      channel,
      `${tickets} tickets`,
      `${messages} messages`,
      `since ${format(oldest, 'yyyy-MM-dd')}`,
    ]),
  );
}

/** For how long a merchant's closed tickets are stored. */
export const retentionCommands: readonly Command[] = [
  {
    name: 'retention set',
    usage: '--merchant SHORT-NAME [--channel CHANNEL] --days NUMBER [--dry-run]',
    what: 'Erases closed tickets whose last message is older, every night from now on; and their customers, when they have no others. Without --channel it counts where no channel has a rule of its own. --dry-run says what would go, and sets nothing.',
    options: {
      merchant: { type: 'string' },
      channel: { type: 'string' },
      days: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
    words: 0,
    async run({ db, print }, values) {
      const merchant_id = await merchantOf(db, values);
      const rule = { merchant_id, channel: channelOf(values), days: daysOf(values) };
      const others = (await listRules(db)).filter(
        (each) => each.merchant_id !== merchant_id || each.channel !== rule.channel,
      );
      for (const line of await previewed(db, [...others, rule], merchant_id)) print(line);
      if (values['dry-run'] === true) return;
      await setRule(db, rule);
      print(`Closed tickets of ${nameOf(rule.channel)} are stored for ${rule.days} days from now on.`);
    },
  },
  {
    name: 'retention list',
    usage: '[--merchant SHORT-NAME]',
    what: 'The rules, and what they will erase in the coming night.',
    options: { merchant: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const only = textOf(values, 'merchant') === undefined ? undefined : await merchantOf(db, values);
      const rules = await listRules(db);
      const shown = rules.filter(({ merchant_id }) => only === undefined || merchant_id === only);
      if (shown.length === 0) return print('There is no rule: tickets are stored for ever.');
      const merchants = await db.selectFrom('merchants').select(['id', 'slug']).execute();
      for (const { id, slug } of merchants) {
        const own = shown.filter(({ merchant_id }) => merchant_id === id);
        if (own.length === 0) continue;
        for (const line of table(own.map(({ channel, days }) => [slug, nameOf(channel), `${days} days`]))) print(line);
        for (const line of await previewed(db, rules, id)) print(`  ${line}`);
      }
    },
  },
  {
    name: 'retention clear',
    usage: '--merchant SHORT-NAME [--channel CHANNEL]',
    what: 'Takes a rule back. What was erased stays erased.',
    options: { merchant: { type: 'string' }, channel: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const channel = channelOf(values);
      const merchant_id = await merchantOf(db, values);
      if (!(await clearRule(db, { merchant_id, channel }))) throw new AdminError('There is no such rule.');
      print(`Tickets of ${nameOf(channel)} are not erased any more.`);
    },
  },
];
