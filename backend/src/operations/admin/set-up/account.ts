import type { AccountId } from '@inbox/domain';
import { checkAccount, type CheckDeps, type CheckResult } from '../check-account';
import { listMailProblems } from '../../../accounts/mailbox-queries';
import { mailProblemLines } from '../../../channels/email/check/problem-words';
import {
  accountChanger,
  addAccount,
  changeAccount,
  findAccount,
  listAccounts,
  type Account,
  type NewAccount,
} from '../../../accounts/accounts';
import type { AccountKind } from '../../../accounts/tables';
import { channels } from '../../../app/channels';
import {
  AdminError,
  isTaken,
  MERCHANT,
  merchantOf,
  neededText,
  refuseTakenInCell,
  table,
  listOf,
  textOf,
  yesNo,
  yesOrNo,
  type Command,
  type Values,
} from '../command';
import { CREDENTIALS_FILE, readCredentials } from '../secret-input';

/** Options that give a field of another name. */
const OPTION_OF: Readonly<Record<string, string>> = {
  external_id: '--id',
  name: '--name',
  address: '--address',
  out_url: '--out',
  'incoming.url': '--imap',
  'incoming.sent_folder': '--sent-folder',
  'incoming.after_reading': '--after-reading',
  aliases: '--alias',
};

/** Reads an account as its channel says, and names what does not fit. */
function parsed(account: { kind: string } & Record<string, unknown>): NewAccount {
  const result = channels.get(account.kind as AccountKind)?.accounts.parse(account);
  if (result?.isGood) return result.account;
  const wrong = (result?.wrong ?? ['kind']).map((field) => OPTION_OF[field] ?? field);
  throw new AdminError(`These are missing or do not fit: ${wrong.join(', ')}. See pnpm admin account add --help.`);
}

const mailboxOptions = {
  alias: {
    value: 'ADDRESS',
    about: "mailbox: another address of it; give the option once for each. 'none' removes all",
    isRepeatable: true,
  },
  imap: { value: 'URL', about: "mailbox: server to read it from, such as imaps://imap.shop.example; 'none' ends that" },
  'sent-folder': { value: 'NAME', about: 'mailbox: folder of sent mails (default: as the server says)' },
  'mark-seen': yesNo('mailbox: mark mails as read once they are in the inbox (default: no)'),
  'after-reading': { value: 'WHAT', about: 'mailbox: leave (default), delete, or move:FOLDER' },
} as const;

const KINDS = [...channels.keys()];

const exampleOf = (kind: AccountKind): string => JSON.stringify(channels.get(kind)?.accounts.example);

const neededBy = (kind: AccountKind): string => `Credentials of ${kind} are JSON, such as ${exampleOf(kind)}`;

/** The example in lines that fit a help. */
const linesOf = (kind: AccountKind): string =>
  JSON.stringify(channels.get(kind)?.accounts.example, null, 2).replaceAll(/^/gm, '  ');

const CREDENTIALS_HELP = [
  'Credentials are JSON, from --credentials-file or the input.',
  `For whatsapp, instagram and messenger:\n${linesOf('whatsapp')}`,
  `For email:\n${linesOf('email')}`,
  `For phone:\n${linesOf('phone')}`,
  'A mailbox can also have oauth, imap and dkim: see docs/operators/mailboxes.md.',
].join('\n');

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

/** Aliases of a mailbox: those that these options give, or else those that it has. */
function aliasesOf(values: Values, kind: AccountKind, now: string[]): string[] {
  const given = listOf(values, 'alias');
  if (given !== undefined && kind !== 'email') throw new AdminError('Only a mailbox has --alias.');
  if (given?.includes('none')) return [];
  return given ?? now;
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account add',
    summary: 'connect a WhatsApp number, Instagram or Facebook page, mailbox or phone line',
    details: CREDENTIALS_HELP,
    options: {
      merchant: MERCHANT,
      kind: { value: 'KIND', about: KINDS.join(', '), choices: KINDS, isRequired: true },
      id: {
        value: 'ID',
        about: 'phone_number_id, page or account id, mailbox address, or phone number',
        isRequired: true,
      },
      name: { value: 'NAME', about: 'name that agents see', isRequired: true },
      out: { value: 'URL', about: 'where messages are sent: Graph API, mail server, or provider', isRequired: true },
      address: { value: 'TEXT', about: 'address that agents see (default: none)' },
      ...mailboxOptions,
      'credentials-file': CREDENTIALS_FILE,
    },
    example:
      '--merchant my-shop --kind email --id care@shop.example --name Care --out smtp://mail.shop.example --credentials-file mail.json',
    async run(context, values) {
      const merchantId = await merchantOf(context.db, values);
      const given = neededText(values, 'kind') as AccountKind;
      const account = parsed({
        kind: given,
        external_id: neededText(values, 'id'),
        name: neededText(values, 'name'),
        address: textOf(values, 'address') ?? null,
        out_url: neededText(values, 'out'),
        incoming: incomingOf(values, null),
        aliases: aliasesOf(values, given, []),
        credentials: await readCredentials(context, values, neededBy(given)),
      });
      const { kind, external_id } = account;
      if (kind !== 'phone') await refuseTakenInCell(context, kind === 'email' ? 'mailbox' : 'meta', external_id);
      const id = await addAccount(context.db, context.vault, merchantId, account).catch((error: unknown) => {
        throw isTaken(error) ? new AdminError('An account with this id is there already.') : error;
      });
      context.print(`Account ${id} is added. Try it with pnpm admin account check.`);
    },
  },
  {
    name: 'account list',
    summary: 'show all accounts, and why a mailbox does not work',
    options: { merchant: MERCHANT },
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
        row.aliases.join(',') || '-',
        row.name,
      ]);
      for (const line of table(lines)) print(line);
      for (const problem of problems) for (const line of mailProblemLines(problem)) print(`  ✗ ${line}`);
    },
  },
  {
    name: 'account set',
    summary: 'change an account; options that you leave out stay as they are',
    argument: { name: 'NUMBER', about: "the account's number in 'account list'" },
    options: {
      merchant: MERCHANT,
      name: { value: 'NAME', about: 'name that agents see' },
      out: { value: 'URL', about: 'where messages are sent' },
      enabled: yesNo('whether messages are received and sent'),
      ...mailboxOptions,
      'credentials-file': CREDENTIALS_FILE,
    },
    example: '3 --merchant my-shop --credentials-file mail.json',
    async run(context, values, number) {
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
        aliases: aliasesOf(values, account.kind, account.aliases ?? []),
        ...(values['credentials-file'] !== undefined && {
          credentials: await readCredentials(context, values, neededBy(account.kind)),
        }),
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
    summary: 'try credentials, webhook, mail servers and DNS; sends nothing to customers',
    details: 'Ends with 1 if a check fails.',
    options: {
      merchant: MERCHANT,
      account: { value: 'NUMBER', about: 'only this account (default: all)' },
      'inbox-url': { value: 'URL', about: "the inbox's public address (default: this machine)" },
    },
    example: '--merchant my-shop --inbox-url https://inbox.shop.example',
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
