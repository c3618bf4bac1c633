import { SOURCE_TABS, type KnownSource, type MerchantId } from '@inbox/domain';
import { format } from 'date-fns/format';
import type { Queryable } from '../../../platform/db/connection';
import { clearRule, listRules, previewRetention, setRule, type RetentionRule } from '../../../privacy/retention';
import { AdminError, MERCHANT, merchantOf, neededText, table, textOf, type Command, type Values } from '../command';

const CHANNELS: readonly KnownSource[] = [...SOURCE_TABS.filter((each) => each !== null), 'comment'];

const CHANNEL = {
  value: 'CHANNEL',
  about: `${CHANNELS.join(', ')} (default: all without a rule)`,
  choices: CHANNELS,
} as const;

function channelOf(values: Values): KnownSource | '' {
  return CHANNELS.find((each) => each === values['channel']) ?? '';
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
    summary: 'erase closed tickets after so many days, every night',
    details: 'Customers go with their last ticket. A rule for one channel replaces the general one there.',
    options: {
      merchant: MERCHANT,
      channel: CHANNEL,
      days: { value: 'NUMBER', about: 'days after the last message', isRequired: true },
      'dry-run': { about: 'show what would be erased, and change nothing' },
    },
    example: '--merchant my-shop --days 730 --dry-run',
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
    summary: 'show the rules, and what the coming night will erase',
    options: { merchant: { ...MERCHANT, about: 'only this merchant (default: all)', isRequired: false } },
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
    summary: 'remove a rule; what was erased stays erased',
    options: { merchant: MERCHANT, channel: CHANNEL },
    async run({ db, print }, values) {
      const channel = channelOf(values);
      const merchant_id = await merchantOf(db, values);
      if (!(await clearRule(db, { merchant_id, channel }))) throw new AdminError('There is no such rule.');
      print(`Tickets of ${nameOf(channel)} are not erased any more.`);
    },
  },
];
