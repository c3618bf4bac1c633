import type { AccountId } from '@inbox/domain';
import { checkAccount, type CheckDeps, type CheckResult } from './check-account';
import { listMailProblems } from '../../accounts/mailbox-queries';
import { mailProblemLines } from '../../channels/email/problem-words';
import {
  accountChanger,
  addAccount,
  changeAccount,
  findAccount,
  listAccounts,
  type Account,
  type NewAccount,
} from '../../accounts/accounts';
import type { AccountKind } from '../../db/schema';
import { channels } from '../channels';
import {
  AdminError,
  isTaken,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  textOf,
  yesOrNo,
  type Command,
  type Values,
} from './command';
import { readCredentials } from './secret-input';

/** Reads an account as its channel says, and names what does not fit. */
function parsed(account: { kind: string } & Record<string, unknown>): NewAccount {
  const result = channels.get(account.kind as AccountKind)?.accounts.parse(account);
  if (result?.isGood) return result.account;
  throw new AdminError(`These do not fit: ${(result?.wrong ?? ['kind']).join(', ')}.`);
}

const incomingOptions = {
  imap: { type: 'string' },
  'sent-folder': { type: 'string' },
  'mark-seen': { type: 'string' },
  'after-reading': { type: 'string' },
} as const;

type Incoming = NewAccount['incoming'];

/** How a mailbox is read by IMAP, with what these options change of it; null when it is not. */
function incomingOf(values: Values, now: Incoming | null): unknown {
  const url = textOf(values, 'imap') ?? now?.url;
  const [sent_folder, after_reading] = [textOf(values, 'sent-folder'), textOf(values, 'after-reading')];
  const mark_seen = yesOrNo(values, 'mark-seen');
  if (url === undefined || url === 'none') {
    if (sent_folder ?? after_reading ?? mark_seen) throw new AdminError('These are of a mailbox with --imap.');
    return null;
  }
  return {
    ...now,
    url,
    ...(sent_folder !== undefined && { sent_folder }),
    ...(mark_seen !== undefined && { mark_seen }),
    ...(after_reading !== undefined && { after_reading }),
  };
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account add',
    usage:
      '--merchant SHORT-NAME --kind whatsapp|instagram|messenger|email|phone --id ID --name NAME --out URL [--address SHOWN] [--imap URL] [--sent-folder NAME] [--mark-seen yes|no] [--after-reading leave|delete|move:FOLDER] [--credentials-file FILE]',
    what: 'A channel account. ID is the phone_number_id, page or account id, the mailbox, or the phone number. Credentials are JSON from the file or the input: access_token, app_secret, verify_token, and for WhatsApp business_account_id where the token has several; for e-mail user and password (null for none), and as needed oauth (provider google or microsoft, client_id, client_secret, refresh_token, and token_url for another address than the provider has) in place of the password, imap (user, password) where that server has others, and dkim (domain, selector, private_key) to sign what leaves; for phone account_sid, api_key, api_token, webhook_secret (at least 24 letters, digits, - and _) and inbox_url, where the provider reaches this inbox.',
    options: {
      merchant: { type: 'string' },
      kind: { type: 'string' },
      id: { type: 'string' },
      name: { type: 'string' },
      out: { type: 'string' },
      address: { type: 'string' },
      ...incomingOptions,
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
        incoming: incomingOf(values, null),
        credentials: await readCredentials(context, values),
      });
      const { kind, external_id } = account;
      if (kind !== 'phone') await refuseTakenInCell(context, kind === 'email' ? 'mailbox' : 'meta', external_id);
      const id = await addAccount(context.db, context.vault, merchantId, account).catch((error: unknown) => {
        throw isTaken(error) ? new AdminError('An account with this id is there already.') : error;
      });
      context.print(`Account ${id} is there.`);
    },
  },
  {
    name: 'account list',
    usage: '--merchant SHORT-NAME',
    what: "A merchant's channel accounts, without their credentials, and why mailboxes do not work.",
    options: { merchant: { type: 'string' } },
    words: 0,
    async run({ db, print }, values) {
      const merchantId = await merchantOf(db, values);
      const rows = await listAccounts(db, merchantId);
      const problems = await listMailProblems(db, merchantId);
      const lines = rows.map((row) => [
        String(row.id),
        row.kind,
        row.enabled ? 'on' : 'off',
        row.external_id,
        row.out_url,
        row.incoming?.url ?? '-',
        row.name,
      ]);
      for (const line of table(lines)) print(line);
      for (const problem of problems) for (const line of mailProblemLines(problem)) print(`  ✗ ${line}`);
    },
  },
  {
    name: 'account set',
    usage:
      '--merchant SHORT-NAME NUMBER [--name NAME] [--out URL] [--imap URL|none] [--sent-folder NAME] [--mark-seen yes|no] [--after-reading leave|delete|move:FOLDER] [--enabled yes|no] [--credentials-file FILE]',
    what: 'Changes an account by its number in the list. --imap none reads the mailbox by IMAP no more.',
    options: {
      merchant: { type: 'string' },
      name: { type: 'string' },
      out: { type: 'string' },
      enabled: { type: 'string' },
      ...incomingOptions,
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
        ...(account.kind === 'email' && { incoming: incomingOf(values, account.incoming ?? null) }),
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
  {
    name: 'account check',
    usage: '--merchant SHORT-NAME [--account NUMBER] [--inbox-url URL]',
    what: "Tries what the accounts, or one of them, are set up with: the credentials at the channel, the webhook's signature and verify token at this inbox (or at its public address), for e-mail the outgoing server, and the mailbox by IMAP, or the DNS and the SMTP port of the inbox, and says what is wrong. Nothing is sent to anybody. Ends with 1 when something is wrong.",
    options: { merchant: { type: 'string' }, account: { type: 'string' }, 'inbox-url': { type: 'string' } },
    words: 0,
    async run({ db, vault, print, check }, values) {
      const merchantId = await merchantOf(db, values);
      const number = textOf(values, 'account');
      const listed = await listAccounts(db, merchantId);
      const chosen = number === undefined ? listed : listed.filter(({ id }) => String(id) === number);
      if (chosen.length === 0) {
        throw new AdminError(
          number === undefined
            ? 'This merchant has no account; see pnpm admin account add.'
            : `This merchant has no account ${number}.`,
        );
      }
      const deps: CheckDeps = {
        ...check,
        inboxUrl: inboxUrlOf(values) ?? check.inboxUrl,
        changeAccount: accountChanger(db, vault),
      };
      const results: CheckResult[] = [];
      for (const { id, kind, external_id, enabled } of chosen) {
        print(`Account ${id}, ${kind} ${external_id}${enabled ? '' : ' (switched off)'}`);
        const found = await checkStored(() => findAccount(db, vault, merchantId, id), deps);
        for (const { isGood, name, words } of found) print(`  ${isGood ? '✓' : '✗'} ${name}: ${words}`);
        results.push(...found);
      }
      const wrong = results.filter(({ isGood }) => !isGood).length;
      if (wrong > 0) throw new AdminError(`${wrong} of ${results.length} checks failed.`);
      print(`All ${results.length} checks passed.`);
    },
  },
];

async function checkStored(find: () => Promise<Account | undefined>, deps: CheckDeps): Promise<CheckResult[]> {
  let account: Account | undefined;
  try {
    account = await find();
  } catch {
    const words =
      "They cannot be opened: INBOX_DATA_DIR is not the inbox's own, or its credentials-key is another. Give them anew with 'account set --credentials-file'.";
    return [{ name: 'Stored credentials', isGood: false, words }];
  }
  return account === undefined ? [] : checkAccount(account, deps);
}

function inboxUrlOf(values: Values): string | undefined {
  const url = textOf(values, 'inbox-url')?.trim().replace(/\/+$/, '');
  if (url === undefined) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new AdminError('--inbox-url takes an address that begins with https:// or http://.');
  }
  return url;
}
