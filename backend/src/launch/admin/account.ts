import { readFile } from 'node:fs/promises';
import type { AccountId } from '@inbox/domain';
import { addAccount, changeAccount, findAccount, listAccounts, newAccountSchema } from '../../store/accounts';
import {
  AdminError,
  isTaken,
  merchantOf,
  neededText,
  table,
  textOf,
  yesOrNo,
  type AdminContext,
  type Command,
  type Values,
} from './command';
import { readSecret } from './secret-input';

/** Credentials are JSON: from a file, or from the input. */
async function readCredentials(context: AdminContext, values: Values): Promise<unknown> {
  const file = textOf(values, 'credentials-file');
  const text =
    file === undefined
      ? await readSecret(context, 'Credentials as JSON: ')
      : await readFile(file, 'utf8').catch(() => {
          throw new AdminError(`${file} cannot be read.`);
        });
  try {
    return JSON.parse(text);
  } catch {
    throw new AdminError('The credentials are not JSON.');
  }
}

/** Names what does not fit and never shows it: it may be a secret. */
function parsed(account: unknown) {
  const result = newAccountSchema.safeParse(account);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path }) => path.join('.') || 'kind');
  throw new AdminError(`These do not fit: ${[...new Set(wrong)].join(', ')}.`);
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account add',
    usage:
      '--merchant SHORT-NAME --kind whatsapp|instagram|messenger|email|phone --id ID --name NAME --out URL [--address SHOWN] [--credentials-file FILE]',
    what: 'A channel account. ID is the phone_number_id, page or account id, the mailbox, or the phone number. Credentials are JSON from the file or the input: access_token, app_secret, verify_token; for e-mail user and password (null for none); for phone account_sid, api_key, api_token, webhook_secret (at least 24 letters, digits, - and _) and inbox_url, where the provider reaches this inbox.',
    options: {
      merchant: { type: 'string' },
      kind: { type: 'string' },
      id: { type: 'string' },
      name: { type: 'string' },
      out: { type: 'string' },
      address: { type: 'string' },
      'credentials-file': { type: 'string' },
    },
    words: 0,
    async run(context, values) {
      const merchantId = await merchantOf(context.db, values);
      const account = parsed({
        kind: neededText(values, 'kind'),
        external_id: neededText(values, 'id'),
        name: neededText(values, 'name'),
        address: textOf(values, 'address') ?? null,
        out_url: neededText(values, 'out'),
        credentials: await readCredentials(context, values),
      });
      const id = await addAccount(context.db, context.vault, merchantId, account).catch((error: unknown) => {
        throw isTaken(error) ? new AdminError('An account with this id is there already.') : error;
      });
      context.print(`Account ${id} is there.`);
    },
  },
  {
    name: 'account list',
    usage: '--merchant SHORT-NAME',
    what: "A merchant's channel accounts, without their credentials.",
    options: { merchant: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const rows = await listAccounts(db, await merchantOf(db, values));
      const lines = rows.map((row) => [
        String(row.id),
        row.kind,
        row.enabled ? 'on' : 'off',
        row.external_id,
        row.out_url,
        row.name,
      ]);
      for (const line of table(lines)) print(line);
    },
  },
  {
    name: 'account set',
    usage: '--merchant SHORT-NAME NUMBER [--name NAME] [--out URL] [--enabled yes|no] [--credentials-file FILE]',
    what: 'Changes an account by its number in the list.',
    options: {
      merchant: { type: 'string' },
      name: { type: 'string' },
      out: { type: 'string' },
      enabled: { type: 'string' },
      'credentials-file': { type: 'string' },
    },
    words: 1,
    async run(context, values, [number = '']) {
      const merchantId = await merchantOf(context.db, values);
      if (!/^\d{1,15}$/.test(number)) throw new AdminError(`'${number}' is not an account's number.`);
      const account = await findAccount(context.db, context.vault, merchantId, Number(number) as AccountId);
      if (!account) throw new AdminError(`This merchant has no account ${number}.`);
      const enabled = yesOrNo(values, 'enabled');
      const changed = parsed({
        ...account,
        ...(textOf(values, 'name') !== undefined && { name: neededText(values, 'name') }),
        ...(textOf(values, 'out') !== undefined && { out_url: neededText(values, 'out') }),
        ...(values['credentials-file'] !== undefined && { credentials: await readCredentials(context, values) }),
      });
      await changeAccount(context.db, context.vault, {
        ...changed,
        id: account.id,
        merchant_id: account.merchant_id,
        enabled: enabled ?? account.enabled,
      });
      context.print('Changed.');
    },
  },
];
