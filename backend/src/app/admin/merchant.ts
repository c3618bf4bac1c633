import type { DashboardNotification } from '@inbox/domain';
import { writeAutomation, type Automation } from '../../merchants/automation';
import {
  AdminError,
  isTaken,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  textOf,
  yesOrNo,
  type AdminContext,
  type Command,
  type Values,
} from './command';
import { readSecret } from './secret-input';

const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const merchantCommands: readonly Command[] = [
  {
    name: 'merchant add',
    usage: '--merchant SHORT-NAME --name NAME',
    what: 'A new merchant, with nothing in it yet.',
    options: { merchant: { type: 'string' }, name: { type: 'string' } },
    words: 0,
    async run(context, values) {
      const { db, print } = context;
      const slug = neededText(values, 'merchant');
      if (!SLUG.test(slug)) throw new AdminError('--merchant takes small letters, digits and dashes, 40 at most.');
      await refuseTakenInCell(context, 'slug', slug);
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
    usage:
      '--merchant SHORT-NAME [--name NAME] [--inbox yes|no] [--reason TEXT] [--csat yes|no] [--csat-text TEXT] [--sound yes|no] [--notification TEXT [--level info|warning|danger] [--link ADDRESS]] [--redirect ADDRESS] [--payment-error yes|no] [--payment-url ADDRESS] [--automation-url URL]',
    what: "Changes a merchant; '' takes a text or an address away. --reason is what agents read while the inbox is off, --csat-text what the survey says instead of the usual words, --notification what they read above it; --redirect sends them to that page of the main site instead. An address is a path on the main site, or a whole one. --automation-url is told of each session that an agent starts, signed with the secret from the input (16 characters at least).",
    options: {
      merchant: { type: 'string' },
      name: { type: 'string' },
      inbox: { type: 'string' },
      reason: { type: 'string' },
      csat: { type: 'string' },
      'csat-text': { type: 'string' },
      sound: { type: 'string' },
      notification: { type: 'string' },
      level: { type: 'string' },
      link: { type: 'string' },
      redirect: { type: 'string' },
      'payment-error': { type: 'string' },
      'payment-url': { type: 'string' },
      'automation-url': { type: 'string' },
    },
    words: 0,
    async run(context, values) {
      const id = await merchantOf(context.db, values);
      const change = changeOf(values);
      const automation = await readAutomation(context, values);
      if (Object.keys(change).length === 0 && automation === undefined) {
        throw new AdminError('There is nothing to change; see pnpm admin --help.');
      }
      if (Object.keys(change).length > 0) {
        await context.db.updateTable('merchants').set(change).where('id', '=', id).execute();
      }
      if (automation !== undefined) await writeAutomation(context.db, context.vault, id, automation);
      context.print('Changed.');
    },
  },
];

function changeOf(values: Values) {
  const name = textOf(values, 'name')?.trim();
  const inbox = yesOrNo(values, 'inbox');
  const csat = yesOrNo(values, 'csat');
  const csatText = textOf(values, 'csat-text');
  const sound = yesOrNo(values, 'sound');
  const redirect = addressOf(values, 'redirect');
  const paymentError = yesOrNo(values, 'payment-error');
  const paymentUrl = addressOf(values, 'payment-url');
  const notification = notificationOf(values);
  return {
    ...(name && { name }),
    ...(inbox !== undefined && {
      inbox_enabled: inbox,
      disable_reason: inbox ? null : (textOf(values, 'reason') ?? null),
    }),
    ...(csat !== undefined && { csat_enabled: csat }),
    ...(csatText !== undefined && { csat_text: csatText.trim() || null }),
    ...(sound !== undefined && { audio_enabled: sound }),
    ...(redirect !== undefined && { redirect_url: redirect }),
    ...(paymentError !== undefined && { has_payment_error: paymentError }),
    ...(paymentUrl !== undefined && { payment_settings_url: paymentUrl }),
    ...(notification !== undefined && { notification: notification && JSON.stringify(notification) }),
  };
}

/** A path, or a whole address of the web; null to take it away. */
function addressOf(values: Values, name: string): string | null | undefined {
  const address = textOf(values, name)?.trim();
  if (address === undefined) return undefined;
  if (address === '') return null;
  const isPath = /^\/(?![/\\])/.test(address);
  if (!isPath && !isWebAddress(address)) throw new AdminError(`--${name} takes a path or an address of the web.`);
  return address;
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const NOTIFICATION_LENGTH = 500;

function notificationOf(values: Values): DashboardNotification | null | undefined {
  const message = textOf(values, 'notification')?.trim();
  const level = textOf(values, 'level') ?? 'info';
  const redirect_link = addressOf(values, 'link') ?? null;
  if (message === undefined) {
    if (values['level'] === undefined && redirect_link === null) return undefined;
    throw new AdminError('--level and --link go with --notification.');
  }
  if (level !== 'info' && level !== 'warning' && level !== 'danger') {
    throw new AdminError('--level takes info, warning or danger.');
  }
  if (message.length > NOTIFICATION_LENGTH) {
    throw new AdminError(`--notification takes ${NOTIFICATION_LENGTH} characters at most.`);
  }
  return message === '' ? null : { message, level, redirect_link };
}

const SECRET_LENGTH = 16;

/** Where each new session is posted to, with the secret from the input; null switches it off. */
async function readAutomation(context: AdminContext, values: Values): Promise<Automation | null | undefined> {
  const url = textOf(values, 'automation-url')?.trim();
  if (url === undefined) return undefined;
  if (url === '') return null;
  if (!isWebAddress(url))
    throw new AdminError('--automation-url takes an address that begins with https:// or http://.');
  const secret = await readSecret(context, 'Secret to sign with: ');
  if (secret.length < SECRET_LENGTH) throw new AdminError(`The secret needs ${SECRET_LENGTH} characters at least.`);
  return { url, secret };
}
