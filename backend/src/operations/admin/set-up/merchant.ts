import type { DashboardNotification } from '@inbox/domain';
import { isCountry } from '../../../phone-numbers/read-number';
import { writeAutomation, type Automation } from '../../../merchants/automation';
import {
  AdminError,
  isTaken,
  MERCHANT,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  textOf,
  yesNo,
  yesOrNo,
  type AdminContext,
  type Command,
  type Values,
} from '../command';
import { readSecret } from '../secret-input';

const LEVELS = ['info', 'warning', 'danger'] as const;

const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const merchantCommands: readonly Command[] = [
  {
    name: 'merchant add',
    summary: 'add a merchant, with nothing in it yet',
    options: {
      merchant: { ...MERCHANT, about: 'its short name: small letters, digits and dashes' },
      name: { value: 'NAME', about: 'name that agents see', isRequired: true },
    },
    example: '--merchant my-shop --name "My Shop"',
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
      print(`Merchant '${slug}' is added. Next, add an agent: pnpm admin agent add --help`);
    },
  },
  {
    name: 'merchant list',
    summary: 'show all merchants',
    options: {},
    async run({ db, print }) {
      const rows = await db.selectFrom('merchants').select(['slug', 'name', 'inbox_enabled']).orderBy('id').execute();
      for (const line of table(rows.map((row) => [row.slug, row.inbox_enabled ? 'on' : 'off', row.name]))) print(line);
      if (rows.length === 0) print('There are no merchants. Add one with pnpm admin merchant add.');
    },
  },
  {
    name: 'merchant set',
    summary: 'change a merchant; an empty text removes a text or an address',
    details: 'An address is a path on the main site, or begins with https:// or http://. Open pages follow at once.',
    options: {
      merchant: MERCHANT,
      name: { value: 'NAME', about: 'name that agents see' },
      inbox: yesNo('whether agents can use the inbox'),
      reason: { value: 'TEXT', about: 'what agents read while they cannot' },
      csat: yesNo('whether agents can ask for satisfaction when they close a ticket'),
      'csat-text': { value: 'TEXT', about: 'question of that survey' },
      country: { value: 'CODE', about: 'country of phone numbers that have none, as in IN (default) or SG' },
      sound: yesNo('whether new messages make a sound'),
      notification: { value: 'TEXT', about: 'banner above the inbox' },
      level: { value: 'LEVEL', about: 'info (default), warning or danger', choices: LEVELS },
      link: { value: 'ADDRESS', about: 'where the banner leads' },
      redirect: { value: 'ADDRESS', about: 'page that agents are sent to instead of the inbox' },
      'payment-error': yesNo('whether agents see that an invoice is pending'),
      'payment-url': { value: 'ADDRESS', about: 'where that invoice is paid' },
      'automation-url': {
        value: 'URL',
        about: 'notified when a session starts; the signing secret is read from the input',
      },
    },
    example: '--merchant my-shop --notification "We move on Sunday" --level warning',
    async run(context, values) {
      const id = await merchantOf(context.db, values);
      const change = changeOf(values);
      const automation = await readAutomation(context, values);
      if (Object.keys(change).length === 0 && automation === undefined) {
        throw new AdminError('There is nothing to change; see pnpm admin merchant set --help.');
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
  const country = countryOf(values);
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
    ...(country !== undefined && { country }),
    ...(redirect !== undefined && { redirect_url: redirect }),
    ...(paymentError !== undefined && { has_payment_error: paymentError }),
    ...(paymentUrl !== undefined && { payment_settings_url: paymentUrl }),
    ...(notification !== undefined && { notification: notification && JSON.stringify(notification) }),
  };
}

/** Two letters of ISO 3166, in any case. */
function countryOf(values: Values): string | undefined {
  const code = textOf(values, 'country')?.trim().toUpperCase();
  if (code === undefined) return undefined;
  if (!isCountry(code)) throw new AdminError('--country takes the two letters of a country, as in IN or SG.');
  return code;
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
  const level = LEVELS.find((each) => each === values['level']) ?? 'info';
  const redirect_link = addressOf(values, 'link') ?? null;
  if (message === undefined) {
    if (values['level'] === undefined && redirect_link === null) return undefined;
    throw new AdminError('--level and --link go with --notification.');
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
