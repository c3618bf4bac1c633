import { noteMailProblem } from '../../accounts/mailbox-queries';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findAutomation } from '../../merchants/automation';
import { openVault, type Vault } from '../../accounts/vault';
import { storeDeadLetter } from '../../conversations/dead-letters/dead-letters';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { verifyPassword } from '../../agents/sign-in/password';
import { accountCommands } from './set-up/account';
import { agentCommands } from './set-up/agent';
import { deadLetterCommands } from './look-after/dead-letters';
import { merchantCommands } from './set-up/merchant';
import { outboxCommands } from './look-after/outbox';
import { adminContext, runCommand } from './testing';

const commands = [...merchantCommands, ...agentCommands, ...accountCommands, ...deadLetterCommands, ...outboxCommands];
const secrets = { access_token: 'token-1', app_secret: 'secret-1', verify_token: 'verify-1' };

describe('the operator', () => {
  let test: TestDatabase;
  let vault: Vault;
  let dir: string;

  beforeAll(async () => {
    test = await createTestDatabase();
    dir = await mkdtemp(join(tmpdir(), 'admin-'));
    vault = await openVault(dir);
  });
  afterAll(async () => {
    await test.drop();
    await rm(dir, { recursive: true });
  });

  /** Runs one command line with this on its input; answers what it printed. */
  async function admin(line: string, input = ''): Promise<string> {
    const printed: string[] = [];
    const context = { db: test.db, vault, input: Readable.from([input]), print: (text: string) => printed.push(text) };
    await runCommand(commands, line.split(' '), adminContext(context));
    return printed.join('\n');
  }

  it('sets a merchant up: the merchant, an agent who can sign in, and an account with its secrets', async () => {
    await admin('merchant add --merchant kala --name Kala');
    await admin(
      'agent add --merchant kala --email Asha@Kala.example --first-name Asha --assign-self yes',
      'a good password\n',
    );
    const agent = await test.db
      .selectFrom('agents')
      .selectAll()
      .where('email', '=', 'asha@kala.example')
      .executeTakeFirstOrThrow();
    expect(await verifyPassword('a good password', agent.password_hash)).toBe(true);
    expect(agent).toMatchObject({ can_assign_ticket_to_self: true, is_store_admin: false, is_demo: false });

    const file = join(dir, 'credentials.json');
    await writeFile(file, JSON.stringify(secrets));
    await admin(
      `account add --merchant kala --kind whatsapp --id 1234 --name Care --out https://graph.example/v21.0 --credentials-file ${file}`,
    );
    const listed = await admin('account list --merchant kala');
    expect(listed).toContain('1234');
    for (const secret of Object.values(secrets)) expect(listed).not.toContain(secret);
    const { credentials } = await test.db.selectFrom('accounts').select('credentials').executeTakeFirstOrThrow();
    for (const secret of Object.values(secrets)) expect(credentials.includes(secret)).toBe(false);
  });

  it('adds a mailbox that is read by IMAP, says why one does not work, and changes how it is read', async () => {
    const oauth = { provider: 'google', client_id: 'app', client_secret: 'c-s3cret', refresh_token: 'r-s3cret' };
    await admin(
      'account add --merchant kala --kind email --id care@kala.example --name Care --out smtps://smtp.example --imap imaps://imap.example --mark-seen yes --after-reading move:Done',
      JSON.stringify({ user: 'care@kala.example', password: null, oauth }),
    );
    const { id, merchant_id, incoming, credentials } = await test.db
      .selectFrom('accounts')
      .select(['id', 'merchant_id', 'incoming', 'credentials'])
      .where('kind', '=', 'email')
      .executeTakeFirstOrThrow();
    const settings = { url: 'imaps://imap.example', mark_seen: true, after_reading: 'move:Done', sent_folder: null };
    expect(incoming).toEqual(settings);
    expect(credentials.includes('r-s3cret')).toBe(false);
    await noteMailProblem(test.db, { merchant_id, account_id: id }, 'in', 'It refuses.');
    const listed = await admin('account list --merchant kala');
    expect(listed).toContain('imaps://imap.example');
    expect(listed).toContain('✗ Mail for care@kala.example does not come in: It refuses.');
    expect(listed).not.toContain('s3cret');
    const set = `account set --merchant kala ${id}`;
    await admin(`${set} --after-reading leave --sent-folder Gesendet`);
    const now = async () =>
      test.db.selectFrom('accounts').select('incoming').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await now()).toEqual({ incoming: { ...settings, after_reading: 'leave', sent_folder: 'Gesendet' } });
    await admin(`${set} --imap none`);
    expect(await now()).toEqual({ incoming: null });
    expect(await admin('account list --merchant kala')).not.toContain('It refuses.');
    await test.db.deleteFrom('mailboxes').execute();
    await test.db.deleteFrom('accounts').where('id', '=', id).execute();
  });

  it('makes a password, shows it once, and says where to sign in', async () => {
    const printed = await admin('agent add --merchant kala --email dev@kala.example --first-name Dev --password make');
    const password = /once\): (\S+)/.exec(printed)?.[1] ?? '';
    expect(printed).toContain('can sign in at https://inbox.example/main-site/login');
    const { password_hash } = await test.db
      .selectFrom('agents')
      .select('password_hash')
      .where('email', '=', 'dev@kala.example')
      .executeTakeFirstOrThrow();
    expect(await verifyPassword(password, password_hash)).toBe(true);
  });

  it('shows no password that opens nothing', async () => {
    const printed: string[] = [];
    const context = { db: test.db, vault, input: Readable.from([]), print: (text: string) => printed.push(text) };
    const line = 'agent add --merchant kala --email dev@kala.example --first-name Dev --password make';
    await expect(runCommand(commands, line.split(' '), adminContext(context))).rejects.toThrow('already');
    expect(printed).toEqual([]);
  });

  it('changes permissions, and only those that are named', async () => {
    await admin('agent set --merchant kala --email asha@kala.example --store-admin yes');
    expect(await admin('agent list --merchant kala')).toContain('inbox, assign-self, quick-replies, store-admin');
    await admin('agent set --merchant kala --email asha@kala.example --operator yes');
    expect(await admin('agent list --merchant kala')).toContain(
      'inbox, assign-self, quick-replies, store-admin, operator',
    );
    await admin('agent set --merchant kala --email asha@kala.example --quick-replies no');
    await admin('agent set --merchant kala --email asha@kala.example --inbox no');
    expect(await admin('agent list --merchant kala')).toMatch(/ assign-self, store-admin, operator/);
    await admin('agent set --merchant kala --email asha@kala.example --inbox yes --operator no');
    await admin('agent set --merchant kala --email asha@kala.example --disabled yes --assign-self no');
    expect(await admin('agent list --merchant kala')).toContain('disabled, inbox, store-admin');
  });

  it('gives a mailbox aliases, replaces and removes them, and leaves them as they are with other options', async () => {
    const add =
      'account add --merchant kala --kind email --id care@kala.example --name Care --out smtps://smtp.example';
    await admin(`${add} --alias Help@Kala.example. --alias help@kala.example`, '{"user":null,"password":null}');
    const mailbox = test.db.selectFrom('accounts').select(['id', 'aliases']).where('kind', '=', 'email');
    const { id, aliases } = await mailbox.executeTakeFirstOrThrow();
    expect(aliases).toEqual(['help@kala.example']);
    const set = `account set --merchant kala ${id}`;
    await admin(`${set} --alias sales@kala.example --alias shop@kala.example`);
    await admin(`${set} --name Sales`);
    expect(await admin('account list --merchant kala')).toContain(' sales@kala.example,shop@kala.example ');
    await expect(admin(`${set} --alias no-address`)).rejects.toThrow('do not fit: --alias');
    await admin(`${set} --alias none`);
    expect(await mailbox.executeTakeFirstOrThrow()).toEqual({ id, aliases: [] });
    await test.db.deleteFrom('mailboxes').execute();
    await test.db.deleteFrom('accounts').where('id', '=', id).execute();
    const number = /^\d+/.exec(await admin('account list --merchant kala'))?.[0] ?? '';
    await expect(admin(`account set --merchant kala ${number} --alias a@kala.example`)).rejects.toThrow(
      'Only a mailbox',
    );
  });

  it('turns an account and the whole inbox off', async () => {
    const number = /^\d+/.exec(await admin('account list --merchant kala'))?.[0] ?? '';
    await admin(`account set --merchant kala ${number} --enabled no`);
    expect(await admin('account list --merchant kala')).toContain(' off ');
    await admin('merchant set --merchant kala --inbox no --reason Unpaid');
    expect(await admin('merchant list')).toMatch(/kala +off/);
  });

  it('sets the country of phone numbers that have none', async () => {
    const country = async () =>
      (await test.db.selectFrom('merchants').select('country').where('slug', '=', 'kala').executeTakeFirstOrThrow())
        .country;
    expect(await country()).toBe('IN');
    await admin('merchant set --merchant kala --country sg');
    expect(await country()).toBe('SG');
    await expect(admin('merchant set --merchant kala --country Narnia')).rejects.toThrow('two letters of a country');
    await admin('merchant set --merchant kala --country IN');
  });

  it('says what agents read above the inbox, where they go instead, and that an invoice is pending', async () => {
    const words = (line: string) => ['merchant', 'set', '--merchant', 'kala', ...line.split('|')];
    const set = (line: string, input = '') =>
      runCommand(commands, words(line), adminContext({ db: test.db, vault, input: Readable.from([input]) }));
    await set('--notification|We move on Sunday|--level|danger|--link|https://status.example/');
    await set('--csat-text|How was it?|--redirect|/plans|--payment-error|yes|--payment-url|/billing');
    await set('--automation-url|https://hooks.example/x', 'a secret of some length\n');
    const merchant = () =>
      test.db.selectFrom('merchants').selectAll().where('slug', '=', 'kala').executeTakeFirstOrThrow();
    const { id, automation_secret, ...row } = await merchant();
    expect(row).toMatchObject({
      notification: { message: 'We move on Sunday', level: 'danger', redirect_link: 'https://status.example/' },
      csat_text: 'How was it?',
      redirect_url: '/plans',
      has_payment_error: true,
      payment_settings_url: '/billing',
      automation_url: 'https://hooks.example/x',
    });
    expect(automation_secret?.includes('a secret')).toBe(false);
    expect(await findAutomation(test.db, vault, id)).toEqual({
      url: 'https://hooks.example/x',
      secret: 'a secret of some length',
    });

    await set('--csat-text||--notification||--redirect||--payment-error|no|--payment-url||--automation-url|');
    expect(await merchant()).toMatchObject({
      csat_text: null,
      notification: null,
      redirect_url: null,
      has_payment_error: false,
      payment_settings_url: null,
      automation_url: null,
      automation_secret: null,
    });
  });

  it('sees what was kept, as it was received', async () => {
    expect(await admin('dead-letters')).toContain('There are no dead letters');
    await storeDeadLetter(test.db, {
      merchantId: null,
      door: 'mail',
      reason: 'Not a mail at all',
      body: Buffer.from('नमस्ते'),
    });
    const line = await admin('dead-letters');
    expect(line).toContain('Not a mail at all');
    expect(await admin(`dead-letters show ${/^\d+/.exec(line)?.[0]}`)).toBe('नमस्ते');
  });

  it('sees an empty outbox', async () => {
    expect(await admin('outbox')).toContain('Nothing waits');
  });

  it.each([
    ['merchant add --merchant kala --name Again', '', "There is a merchant 'kala' already."],
    ['merchant add --merchant Kala! --name X', '', '--merchant takes small letters'],
    ['merchant add --name X', '', 'missing --merchant'],
    ['merchant add --merchant x --name ', '', '--name is empty.'],
    ['merchant set --merchant kala --level info', '', '--level and --link go with --notification.'],
    ['merchant set --merchant kala --notification Hi --level loud', '', 'Allowed choices are info, warning, danger.'],
    ['merchant set --merchant kala --notification Hi --link javascript:x', '', '--link takes a path or an address'],
    ['merchant set --merchant kala --redirect //evil.example', '', '--redirect takes a path or an address'],
    ['merchant set --merchant kala --automation-url ftp://x.example', '', '--automation-url takes an address'],
    ['merchant set --merchant kala --automation-url https://x.example', 'short', 'needs 16 characters'],
    ['merchant set --merchant kala', '', 'There is nothing to change'],
    ['agent list --merchant nobody', '', "There is no merchant 'nobody'"],
    ['agent add --merchant kala --email x --first-name X', 'a good password', "'x' is not an e-mail address."],
    ['agent add --merchant kala --email x@y.example --first-name X', 'short', 'at least 10 characters'],
    ['agent add --merchant kala --email x@y.example --first-name X', '', 'There is no password on the input.'],
    [
      'agent add --merchant kala --email x@y.example --first-name X --inbox perhaps',
      '',
      'Allowed choices are yes, no.',
    ],
    ['agent set --merchant kala --email no@y.example --disabled yes', '', "has no agent 'no@y.example'"],
    [
      'account add --merchant kala --kind whatsapp --id 9 --name N --out ftp://x',
      '{}',
      'do not fit: --out, credentials',
    ],
    ['account add --merchant kala --kind whatsapp --id 9 --name N --out https://x.example', '{', 'are not JSON'],
    [
      'account add --merchant kala --kind whatsapp --id 9 --name N --out https://x.example',
      '',
      'Credentials of whatsapp are JSON, such as {"access_token":',
    ],
    [
      'account add --merchant kala --kind email --id e@x.example --name N --out smtp://x --imap https://x',
      '{"user":null,"password":null}',
      'do not fit: --imap',
    ],
    ['account set --merchant kala 999999', '', 'has no account 999999'],
    ['dead-letters show 999999', '', "There is no dead letter '999999'."],
    ['merchant fly', '', "unknown command 'fly'"],
    ['merchant list --colour red', '', '--colour'],
  ])('%s is refused with what is wrong', async (line, input, message) => {
    await expect(admin(line, input)).rejects.toThrow(message);
  });
});
