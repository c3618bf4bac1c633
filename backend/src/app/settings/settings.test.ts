import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readSettings, SettingsError } from './settings';

const OIDC_NEEDS = 'INBOX_OIDC_ISSUER needs INBOX_OIDC_CLIENT_ID and INBOX_OIDC_MERCHANT and INBOX_OIDC_URL.';
const OIDC_ISSUER = 'INBOX_OIDC_ISSUER must be an https address without a query (http on this machine alone).';
const OIDC_URL =
  'INBOX_OIDC_URL must be https://HOST, where browsers reach the inbox, without a path (http on this machine alone).';
const OIDC_GROUPS =
  'INBOX_OIDC_GROUPS must be GROUP=PERMISSION with commas between them; a permission is inbox, assign-self, assign-others, quick-replies, store-admin, operator.';

describe('settings', () => {
  it('need nothing to be set', () => {
    expect(readSettings({}, '/srv/inbox')).toEqual({
      port: 4000,
      roles: new Set(['web', 'live', 'mail', 'worker']),
      calls: { token: 300, merchant: 6_000 },
      dataDir: '/srv/inbox/.data',
      uploadsDir: '/srv/inbox/.data/uploads',
      fileCopiesDir: '/srv/inbox/.data/file-copies',
      bucket: undefined,
      panelsDir: '/srv/inbox/.data/panels',
      seed: 'demo',
      senders: { authservId: null },
      databaseUrl: undefined,
      smtpPort: 2525,
      brokerUrl: undefined,
      publicUrl: undefined,
      jwtSecrets: undefined,
      jwtIssuer: undefined,
      jwtAudience: undefined,
      channelTimeoutMs: 30_000,
      panelTimeoutMs: 10_000,
      drainMs: 0,
      automationMayReachPrivate: false,
      mainSiteUrl: undefined,
      trustedProxies: [],
      overrideHosts: [],
      browserMemory: true,
      serviceWorker: true,
      vitalsShare: 0.25,
      releaseDays: 30,
      panelsUrl: undefined,
      rollback: { loads: 5, share: 0.2 },
      metrics: { port: undefined, host: '127.0.0.1', token: undefined },
      smtpProxies: [],
      moveUrls: { from: undefined, to: undefined },
      auditDays: 730,
      nightHour: 3,
      secretFiles: { values: {} },
      warnings: [],
      backup: { dir: undefined, everyHours: 24, keepDays: 30, key: undefined, keyFile: undefined },
    });
  });

  it('are taken from the environment', () => {
    const env = { PORT: '0', INBOX_DATA_DIR: '/var/inbox', INBOX_SEED: 'none', DATABASE_URL: 'postgres://db/inbox' };
    expect(readSettings(env, '/srv')).toMatchObject({
      port: 0,
      dataDir: '/var/inbox',
      uploadsDir: '/var/inbox/uploads',
      seed: 'none',
      databaseUrl: 'postgres://db/inbox',
    });
  });

  it('name the bucket that files are in', () => {
    const env = { INBOX_S3_URL: 'https://s3.example/files/', INBOX_S3_KEY_ID: 'inbox', INBOX_S3_SECRET: 'hunter2' };
    const bucket = { url: 'https://s3.example/files', region: 'us-east-1', keyId: 'inbox', secret: 'hunter2' };
    expect(readSettings(env, '/srv').bucket).toEqual(bucket);
    expect(readSettings({ ...env, INBOX_S3_REGION: 'garage' }, '/srv').bucket?.region).toBe('garage');
  });

  it('say what part of the work the process has', () => {
    const env = { DATABASE_URL: 'postgres://db/inbox', INBOX_BROKER_URL: 'redis://redis' };
    expect(readSettings({ ...env, INBOX_ROLE: 'mail,worker' }, '/srv').roles).toEqual(new Set(['mail', 'worker']));
    expect(readSettings({ INBOX_ROLE: 'all' }, '/srv').roles.size).toBe(4);
  });

  it('count as not set when they are empty', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' }, '/srv')).toMatchObject({ port: 4000, databaseUrl: undefined });
  });

  it.each([
    ['PORT', 'http', 'PORT must be a port number from 0 to 65535.'],
    ['PORT', '70000', 'PORT must be a port number from 0 to 65535.'],
    ['INBOX_SMTP_PORT', '-1', 'INBOX_SMTP_PORT must be a port number from 0 to 65535.'],
    [
      'INBOX_ROLE',
      'web,sockets',
      'INBOX_ROLE must be all, or of web, live, mail, worker those that this process has, with commas between them.',
    ],
    ['INBOX_ROLE', 'web', 'INBOX_ROLE needs DATABASE_URL and INBOX_BROKER_URL, by which processes share the work.'],
    ['INBOX_SEED', 'yes', 'INBOX_SEED must be demo or none.'],
    ['DATABASE_URL', 'mysql://db', 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    ['DATABASE_DIRECT_URL', 'postgres://db/inbox', 'DATABASE_DIRECT_URL needs DATABASE_URL.'],
    ['DATABASE_STANDBY_URL', 'postgres://db/inbox', 'DATABASE_STANDBY_URL needs DATABASE_URL.'],
    ['INBOX_BROKER_URL', 'amqp://bus', 'INBOX_BROKER_URL must begin with redis:// or rediss://.'],
    ['INBOX_CLAMAV', 'clamd', 'INBOX_CLAMAV must be host:port, or the path of a socket.'],
    ['INBOX_JWT_SECRET', 'hunter2', 'INBOX_JWT_SECRET must have at least 32 characters.'],
    [
      'INBOX_JWT_SECRET_OTHER',
      'a secret of more than thirty-two characters',
      'INBOX_JWT_SECRET_OTHER needs INBOX_JWT_SECRET, which signs.',
    ],
    ...[
      's3://files',
      'https://s3.example',
      'https://s3.example/files/of/us',
      'https://key:secret@s3.example/files',
    ].map((value): [string, string, string] => [
      'INBOX_S3_URL',
      value,
      'INBOX_S3_URL must be https://HOST/BUCKET, or http://.',
    ]),
    ['INBOX_S3_URL', 'https://s3.example/files', 'INBOX_S3_URL needs INBOX_S3_KEY_ID and INBOX_S3_SECRET.'],
    ['INBOX_S3_SECRET', 'hunter2', 'INBOX_S3_SECRET needs INBOX_S3_URL.'],
    ['INBOX_S3_REGION', 'eu west', 'INBOX_S3_REGION must be the name of a region.'],
    ['INBOX_ROLLBACK_LOADS', '0', 'INBOX_ROLLBACK_LOADS must be a number from 1 to 100000.'],
    ['INBOX_TOKEN_CALLS', '0', 'INBOX_TOKEN_CALLS must be a number from 1 to 100000.'],
    ['INBOX_VITALS_SHARE', '101', 'INBOX_VITALS_SHARE must be a percentage from 0 to 100.'],
    ['INBOX_ROLLBACK_SHARE', '101', 'INBOX_ROLLBACK_SHARE must be a percentage from 1 to 100.'],
    ['INBOX_PANEL_TIMEOUT', '121', 'INBOX_PANEL_TIMEOUT must be seconds from 1 to 120.'],
    ['INBOX_CHANNEL_TIMEOUT', '0', 'INBOX_CHANNEL_TIMEOUT must be seconds from 1 to 120.'],
    ['INBOX_AUTOMATION_PRIVATE', 'true', 'INBOX_AUTOMATION_PRIVATE must be yes or no.'],
    ['INBOX_BROWSER_MEMORY', 'off', 'INBOX_BROWSER_MEMORY must be yes or no.'],
    ['INBOX_SERVICE_WORKER', 'off', 'INBOX_SERVICE_WORKER must be yes or no.'],
    ['INBOX_METRICS_PORT', '70000', 'INBOX_METRICS_PORT must be a port number from 0 to 65535.'],
    ['INBOX_METRICS_TOKEN', 'short', 'INBOX_METRICS_TOKEN must have at least 16 characters.'],
    ['INBOX_BACKUP_HOURS', '0', 'INBOX_BACKUP_HOURS must be hours from 1 to 8760.'],
    ['INBOX_BACKUP_DIR', '/mnt', 'INBOX_BACKUP_DIR needs INBOX_BACKUP_KEY_FILE or INBOX_BACKUP_KEY.'],
    ['INBOX_PANELS_URL', 'cdn.example', 'INBOX_PANELS_URL must be an address of the web.'],
    ...['balancer', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1;10.0.0.2'].map((value): [string, string, string] => [
      'INBOX_TRUSTED_PROXIES',
      value,
      'INBOX_TRUSTED_PROXIES must be IP addresses, or networks as 10.0.0.0/8, with commas between them.',
    ]),
    ['INBOX_OVERRIDE_HOSTS', 'http://stage', 'INBOX_OVERRIDE_HOSTS must be host names with commas between them.'],
    ['INBOX_OIDC_ISSUER', 'https://id.example', OIDC_NEEDS],
    ['INBOX_OIDC_ISSUER', 'http://id.example', OIDC_ISSUER],
    ['INBOX_OIDC_ISSUER', 'https://id.example?tenant=1', OIDC_ISSUER],
    [
      'INBOX_OIDC_ISSUER',
      'https://login.microsoftonline.com/common/v2.0',
      "INBOX_OIDC_ISSUER must name your own tenant: 'common' lets everybody in.",
    ],
    ['INBOX_OIDC_CLIENT_ID', 'inbox', 'INBOX_OIDC_CLIENT_ID needs INBOX_OIDC_ISSUER.'],
    ['INBOX_OIDC_PASSWORDS', 'no', 'INBOX_OIDC_PASSWORDS=no needs INBOX_OIDC_ISSUER.'],
    ['INBOX_OIDC_URL', 'https://inbox.example/inbox', OIDC_URL],
    ['INBOX_OIDC_URL', 'http://inbox.example', OIDC_URL],
    ['INBOX_URL', 'http://inbox.example', OIDC_URL.replace('INBOX_OIDC_URL', 'INBOX_URL')],
    [
      'INBOX_SYSTEM_MAIL_URL',
      'https://mail.example',
      'INBOX_SYSTEM_MAIL_URL must be smtp://HOST or smtps://HOST, with USER:PASSWORD@ before the host where it asks for them.',
    ],
    [
      'INBOX_SYSTEM_MAIL_URL',
      'smtp://mail.example',
      'INBOX_SYSTEM_MAIL_URL needs INBOX_SYSTEM_MAIL_FROM and INBOX_URL.',
    ],
    ['INBOX_SYSTEM_MAIL_FROM', 'inbox@shop.example', 'INBOX_SYSTEM_MAIL_FROM needs INBOX_SYSTEM_MAIL_URL.'],
    [
      'INBOX_SYSTEM_MAIL_FROM',
      'Inbox',
      "INBOX_SYSTEM_MAIL_FROM must be one e-mail address, as 'Inbox <inbox@shop.example>'.",
    ],
    ['INBOX_OIDC_GROUPS', 'support', OIDC_GROUPS],
    ['INBOX_OIDC_GROUPS', 'support=inbox,leads=everything', OIDC_GROUPS],
    ['INBOX_OIDC_CREATE', 'true', 'INBOX_OIDC_CREATE must be yes or no.'],
    ['INBOX_MAIN_SITE_URL', 'ftp://site', 'INBOX_MAIN_SITE_URL must begin with http:// or https://.'],
  ])('%s=%s is refused by name', (name, value, line) => {
    expect(() => readSettings({ [name]: value }, '/srv')).toThrow(new SettingsError(line));
  });

  it('name an identity provider, with groups of any name', () => {
    const env = {
      INBOX_OIDC_ISSUER: 'https://id.example/realms/shop',
      INBOX_OIDC_CLIENT_ID: 'inbox',
      INBOX_OIDC_MERCHANT: 'kurta',
      INBOX_OIDC_URL: 'https://inbox.example/',
      INBOX_OIDC_GROUPS: 'support=inbox, /leads of=support =inbox,/leads of=support=store-admin',
      INBOX_OIDC_PASSWORDS: 'no',
    };
    expect(readSettings(env, '/srv').oidc).toEqual({
      issuer: 'https://id.example/realms/shop',
      clientId: 'inbox',
      clientSecret: undefined,
      merchant: 'kurta',
      url: 'https://inbox.example',
      name: 'your company',
      scopes: 'email profile',
      groupsClaim: 'groups',
      groups: new Map([
        ['support', ['inbox']],
        ['/leads of=support', ['inbox', 'store-admin']],
      ]),
      create: false,
      passwords: false,
    });
  });

  it('say how the inbox sends mails of its own, and where it is for the provider too', () => {
    const env = {
      INBOX_URL: 'https://inbox.example/',
      INBOX_SYSTEM_MAIL_URL: 'smtps://inbox:p%40ss@mail.example',
      INBOX_SYSTEM_MAIL_FROM: '"My Shop, Inbox" <inbox@shop.example>',
      INBOX_OIDC_ISSUER: 'https://id.example',
      INBOX_OIDC_CLIENT_ID: 'inbox',
      INBOX_OIDC_MERCHANT: 'kurta',
    };
    const settings = readSettings(env, '/srv');
    expect(settings.systemMail).toEqual({
      server: 'smtps://inbox:p%40ss@mail.example',
      from: { name: 'My Shop, Inbox', email: 'inbox@shop.example' },
      url: 'https://inbox.example',
    });
    expect(settings.oidc?.url).toBe('https://inbox.example');
  });

  it('tell all that is wrong at once, a line each, without the values', () => {
    expect(() => readSettings({ PORT: 'x', INBOX_JWT_SECRET: 'short' }, '/srv')).toThrow(
      'PORT must be a port number from 0 to 65535.\nINBOX_JWT_SECRET must have at least 32 characters.',
    );
  });

  it('that are unknown are warned about, and named beside what they may have been meant for', () => {
    const env = { INBOX_BACKUP_KEYFILE: 'key' };
    const line = 'INBOX_BACKUP_KEYFILE is not a setting; did you mean INBOX_BACKUP_KEY_FILE?';
    expect(readSettings(env, '/srv').warnings).toEqual([line]);
    expect(() => readSettings({ ...env, INBOX_BACKUP_DIR: '/mnt' }, '/srv')).toThrow(
      `INBOX_BACKUP_DIR needs INBOX_BACKUP_KEY_FILE or INBOX_BACKUP_KEY.\n${line}`,
    );
  });

  describe('that are secrets', () => {
    const dir = mkdtempSync(join(tmpdir(), 'inbox-settings-'));
    const put = (name: string, text: string, mode = 0o600): string => {
      const path = join(dir, name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    };
    const SECRET = 'a secret of more than thirty-two characters';
    afterAll(() => rmSync(dir, { recursive: true }));

    it('come from files as well, without the line feed at the end; paths start from the base', () => {
      put('jwt', `${SECRET}\r\n`);
      const settings = readSettings(
        {
          INBOX_JWT_SECRET_FILE: 'jwt',
          DATABASE_URL_FILE: put('db', 'postgres://db/inbox\n'),
          INBOX_BROKER_URL_FILE: put('redis', 'redis://:word@host'),
          INBOX_METRICS_TOKEN_FILE: put('token', 'sixteen or more characters'),
          INBOX_BACKUP_KEY_FILE: 'not-made-yet',
        },
        dir,
      );
      expect(settings).toMatchObject({
        jwtSecrets: [SECRET],
        databaseUrl: 'postgres://db/inbox',
        brokerUrl: 'redis://:word@host',
        metrics: { token: 'sixteen or more characters' },
        backup: { keyFile: join(dir, 'not-made-yet') },
        warnings: [],
      });
    });

    it.each<[string, () => Record<string, string>, string]>([
      [
        'both',
        () => ({ INBOX_JWT_SECRET: SECRET, INBOX_JWT_SECRET_FILE: put('both', SECRET) }),
        'INBOX_JWT_SECRET and INBOX_JWT_SECRET_FILE are both set. Leave one of them out.',
      ],
      [
        'both, of the key of archives',
        () => ({ INBOX_BACKUP_KEY: 'age1x', INBOX_BACKUP_KEY_FILE: 'x' }),
        'INBOX_BACKUP_KEY and INBOX_BACKUP_KEY_FILE are both set. Leave one of them out.',
      ],
      [
        'a file that is not there',
        () => ({ DATABASE_URL_FILE: 'nothing' }),
        `DATABASE_URL_FILE names ${dir}/nothing, which cannot be read (ENOENT).`,
      ],
      [
        'a folder',
        () => ({ DATABASE_URL_FILE: dir }),
        `DATABASE_URL_FILE names ${dir}, which cannot be read (EISDIR).`,
      ],
      [
        'an empty file',
        () => ({ INBOX_METRICS_TOKEN_FILE: put('empty', '\n') }),
        `INBOX_METRICS_TOKEN_FILE names ${dir}/empty, which is empty.`,
      ],
      [
        'a file with what does not fit, without showing it',
        () => ({ INBOX_JWT_SECRET_FILE: put('short', 'hunter2') }),
        'INBOX_JWT_SECRET must have at least 32 characters.',
      ],
    ])('are refused in one line: %s', (_what, env, line) => {
      expect(() => readSettings(env(), dir)).toThrow(new SettingsError(line));
    });

    it('are warned about when everybody may read them', () => {
      const open = put('open', SECRET, 0o644);
      const key = put('key', 'age1x', 0o604);
      const env = {
        INBOX_JWT_SECRET_FILE: open,
        INBOX_BACKUP_KEY_FILE: key,
        DATABASE_URL_FILE: put('db', 'postgres://x', 0o640),
      };
      expect(readSettings(env, dir).warnings).toEqual([
        `INBOX_JWT_SECRET_FILE names ${open}, which every user of this machine may read: chmod 600 ${open}`,
        `INBOX_BACKUP_KEY_FILE names ${key}, which every user of this machine may read: chmod 600 ${key}`,
      ]);
    });
  });
});
