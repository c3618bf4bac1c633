import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { HealthBounds } from '@inbox/domain/operations';
import * as z from 'zod/mini';
import type { BucketSettings } from '../../platform/files/bucket';
import { readCells, type Cell } from '../../directory/cells';
import type { OidcSettings } from '../../agents/oidc/oidc-settings';
import { BUCKET_ENVIRONMENT, readBucketSettings } from './bucket-settings';
import { LOG_FORMATS } from './logger';
import { OIDC_ENVIRONMENT, readOidcSettings } from './oidc-settings';
import type { SystemMailSettings } from '../../channels/email/send/system-mail';
import { fileNameOf, readSecretFiles, SECRET_NAMES, type GivenSecrets } from './secret-settings';
import {
  address,
  isNetwork,
  listOf,
  port,
  portText,
  postgresAddress,
  seconds,
  webAddress,
  whole,
} from './setting-values';
import { readSystemMailSettings, SYSTEM_MAIL_ENVIRONMENT } from './system-mail-settings';
import { unknownSettings } from './unknown-settings';

const DRAIN = 'must be seconds from 0 to 600';
const DAYS = 'must be days from 1 to 3650';
const HOURS = 'must be hours from 1 to 8760';
const HOUR = 'must be an hour from 0 to 23';
const PERCENT = 'must be a percentage from 1 to 100';
const COUNT = 'must be a number from 1 to 100000';
const PROXIES = 'must be IP addresses, or networks as 10.0.0.0/8, with commas between them';

/** What a backend process can do of all that there is to do. */
export const ROLES = ['web', 'live', 'mail', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const ROLE = `must be all, or of ${ROLES.join(', ')} those that this process has, with commas between them`;
const roles = z._default(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => text === 'all' || text.split(',').every((each) => ROLES.some((role) => role === each)),
          ROLE,
        ),
      ),
    z.transform((text): ReadonlySet<Role> => new Set(text === 'all' ? ROLES : (text.split(',') as Role[]))),
  ),
  new Set(ROLES),
);

const CELLS = 'must be NAME=http://HOST:PORT+MAILHOST:PORT for each cell, with commas between them';

/** Where OpenTelemetry's standard has the receiver of traces. */
const tracesAt = (endpoint: string | undefined): string | undefined =>
  endpoint && `${endpoint.replace(/\/+$/, '')}/v1/traces`;

/** The settings table. Everything is text from the environment, and nothing is required. */
const Environment = z.object({
  PORT: port(4000),
  INBOX_ROLE: roles,
  INBOX_DATA_DIR: z._default(z.string(), '.data'),
  INBOX_LOG: z.optional(z.enum(LOG_FORMATS, 'must be json or text')),
  INBOX_SEED: z._default(z.enum(['demo', 'none'], 'must be demo or none'), 'demo'),
  DATABASE_URL: postgresAddress,
  DATABASE_DIRECT_URL: postgresAddress,
  DATABASE_STANDBY_URL: postgresAddress,
  INBOX_SMTP_PORT: port(2525),
  INBOX_SMTP_CERT: z.optional(z.string()),
  INBOX_SMTP_KEY: z.optional(z.string()),
  INBOX_MAIL_CHECK: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'yes'),
  INBOX_MAIL_AUTHSERV_ID: z.optional(z.string().check(z.regex(/^[\w.-]+$/, 'must be the name of a mail server'))),
  INBOX_CLAMAV: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:\/\S+|(?:[\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5})$/, 'must be host:port, or the path of a socket'),
      ),
  ),
  INBOX_BROKER_URL: address(['redis://', 'rediss://'], 'must begin with redis:// or rediss://'),
  INBOX_JWT_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  INBOX_JWT_SECRET_OTHER: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  INBOX_JWT_ISSUER: z.optional(z.string()),
  INBOX_JWT_AUDIENCE: z.optional(z.string()),
  INBOX_CHANNEL_TIMEOUT: seconds(30),
  INBOX_PANEL_TIMEOUT: seconds(10),
  INBOX_TOKEN_CALLS: whole(300, 100_000, COUNT),
  INBOX_MERCHANT_CALLS: whole(6_000, 100_000, COUNT),
  INBOX_DRAIN_SECONDS: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, DRAIN)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(600, DRAIN))),
    ),
    0,
  ),
  INBOX_AUTOMATION_PRIVATE: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'no'),
  INBOX_MAIN_SITE_URL: address(['http://', 'https://'], 'must begin with http:// or https://'),
  INBOX_PANELS_URL: webAddress,
  INBOX_ROLLBACK_LOADS: whole(5, 100_000, COUNT),
  INBOX_ROLLBACK_SHARE: whole(20, 100, PERCENT),
  INBOX_TRUSTED_PROXIES: z._default(z.string().check(z.refine((text) => listOf(text).every(isNetwork), PROXIES)), ''),
  INBOX_OVERRIDE_HOSTS: z._default(
    z.string().check(z.regex(/^[\w.-]+(?:,[\w.-]+)*$/, 'must be host names with commas between them')),
    '',
  ),
  INBOX_BROWSER_MEMORY: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'yes'),
  INBOX_SERVICE_WORKER: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'yes'),
  INBOX_VITALS_SHARE: whole(25, 100, 'must be a percentage from 0 to 100', 0),
  INBOX_RELEASE_DAYS: whole(30, 3650, DAYS),
  INBOX_AUDIT_DAYS: whole(730, 36_500, DAYS),
  INBOX_NIGHT_HOUR: z._default(z.pipe(z.string().check(z.regex(/^(?:1?\d|2[0-3])$/, HOUR)), z.transform(Number)), 3),
  INBOX_METRICS_PORT: z.optional(portText),
  INBOX_METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  INBOX_METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  ...OIDC_ENVIRONMENT,
  ...SYSTEM_MAIL_ENVIRONMENT,
  ...BUCKET_ENVIRONMENT,
  INBOX_TRACES_URL: webAddress,
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
  INBOX_CELLS: z.optional(z.string().check(z.refine((text) => readCells(text) !== null, CELLS))),
  INBOX_SMTP_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => listOf(text).every((each) => isIP(each) !== 0),
          'must be IP addresses with commas between them',
        ),
      ),
    '',
  ),
  INBOX_CELL_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  INBOX_MOVE_FROM_URL: postgresAddress,
  INBOX_MOVE_TO_URL: postgresAddress,
  INBOX_BACKUP_DIR: z.optional(z.string()),
  INBOX_BACKUP_HOURS: whole(24, 8760, HOURS),
  INBOX_BACKUP_DAYS: whole(30, 3650, DAYS),
  INBOX_BACKUP_KEY: z.optional(z.string()),
  INBOX_BACKUP_KEY_FILE: z.optional(z.string()),
});

/** Of all settings; what else is in the environment is not the inbox's. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set([...Object.keys(Environment.shape), ...SECRET_NAMES.map(fileNameOf)]),
];

export interface Settings {
  /** One origin for everything; 0 takes any free port. */
  port: number;
  /** What this process does; all, where there is no other. */
  roles: ReadonlySet<Role>;
  /** Absolute. */
  dataDir: string;
  uploadsDir: string;
  /** For copies of files that are in the bucket. */
  fileCopiesDir: string;
  /** Where files are; undefined: in uploadsDir. */
  bucket: BucketSettings | undefined;
  panelsDir: string;
  seed: 'demo' | 'none';
  /** Undefined: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  /** The same database past a pooler, for what needs a connection to itself; undefined: `databaseUrl` has no pooler. */
  databaseDirectUrl: string | undefined;
  /** A standby of it, for reads that may be a little behind; undefined: there is none. */
  databaseStandbyUrl: string | undefined;
  smtpPort: number;
  /** Files, absolute, of the certificate for STARTTLS and its key. Undefined: one of the inbox's own making. */
  smtpCertificate: { cert: string; key: string } | undefined;
  /** How the senders of mails are proven: here, or by the server of that name. Undefined: they are not. */
  senders: { authservId: string | null } | undefined;
  /** Where ClamAV's daemon listens, `host:port` or the path of its socket; undefined: nothing is scanned for viruses. */
  clamav: string | undefined;
  /** Undefined: one node alone. */
  brokerUrl: string | undefined;
  /** The first signs tokens, each is accepted. Undefined: the ring of keys in dataDir. */
  jwtSecrets: readonly string[] | undefined;
  /** What tokens must say in `iss` and `aud`; undefined: anything. */
  jwtIssuer: string | undefined;
  jwtAudience: string | undefined;
  /** Milliseconds that a channel may take to answer; after half as long again it is given up to find out what became of a send. */
  channelTimeoutMs: number;
  /** Milliseconds that a page waits for a panel's code; for what it shows first it waits twice as long. */
  panelTimeoutMs: number;
  /** How many calls are answered in ten seconds. */
  calls: { token: number; merchant: number };
  /** Milliseconds between the first signal to stop and the end, in which open pages move to another node. */
  drainMs: number;
  /** Whether a merchant's automation or shop may be on this machine or its network. */
  automationMayReachPrivate: boolean;
  /** Where browsers reach the inbox, without a path; undefined: it is not set. */
  publicUrl: string | undefined;
  /** Undefined: chosen by hostname, on a machine of one's own the bundled stand-in. */
  mainSiteUrl: string | undefined;
  /** Addresses and networks of proxies on other machines. */
  trustedProxies: readonly string[];
  /** Host names in lower case at which `?panel=` brings a developer's build into the page. */
  overrideHosts: readonly string[];
  /** Whether browsers may store what pages have shown. */
  browserMemory: boolean;
  /** Whether browsers may have the service worker, which starts the inbox without a network. */
  serviceWorker: boolean;
  /** Share of the pages that measure how fast they are, 0 to 1. */
  vitalsShare: number;
  /** For so many days the files of panels and of the shell stay that pages are no longer given. */
  releaseDays: number;
  /** Where the panels' files are served besides the inbox, without a trailing slash. */
  panelsUrl: string | undefined;
  /** From when on a release of a panel is taken back by itself. */
  rollback: HealthBounds;
  backup: BackupSettings;
  /**
   * Where figures for Prometheus are served: on a port of their own, at the address `host` of this machine, or on the
   * inbox's with a token. Both undefined: nowhere.
   */
  metrics: { port: number | undefined; host: string; token: string | undefined };
  /** How a merchant's agents sign in at an identity provider; undefined: none do. */
  oidc: OidcSettings | undefined;
  /** How the inbox sends mails of its own; undefined: it sends none. */
  systemMail: SystemMailSettings | undefined;
  /** The receiver of traces (OTLP over HTTP), with its path; undefined: none are made. */
  tracesUrl: string | undefined;
  /** By which the directory proves that it is the one who asks which merchants are here; undefined: there is no directory. */
  cellSecret: string | undefined;
  /** The cells that a directory leads to; undefined of a process that is none. */
  cells: readonly [Cell, ...Cell[]] | undefined;
  /** Addresses from which mail comes with the PROXY protocol's word on whose it is. */
  smtpProxies: readonly string[];
  /** The databases of two cells, for `pnpm admin cell move`. */
  moveUrls: { from: string | undefined; to: string | undefined };
  /** For so many days audit records are stored. */
  auditDays: number;
  /** The hour of the machine's clock in which tables may be written anew, and old tickets are erased. */
  nightHour: number;
  /** Secrets that were read from files, by the names of their settings. */
  secretFiles: Pick<GivenSecrets, 'values'>;
  /** Sentences on what the operator should change: unknown settings, and files of secrets that every user may read. */
  warnings: readonly string[];
}

export interface BackupSettings {
  /** Absolute; undefined: none is made by itself. */
  dir: string | undefined;
  everyHours: number;
  /** Older ones are deleted, the newest never. */
  keepDays: number;
  /** What archives are encrypted with: the key itself, or the file, absolute, that holds it. */
  key: string | undefined;
  keyFile: string | undefined;
}

/** Its message has one line per bad setting, which names the setting and never shows its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type GivenEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment, and secrets from the files that it names; a setting left empty counts as not set.
 * @param baseDir what a relative path starts from
 * @throws SettingsError, which also names unknown settings: a mistyped one may be why another one is missing
 */
export function readSettings(env: GivenEnvironment, baseDir: string): Settings {
  const unknown = unknownSettings(env, SETTING_NAMES);
  try {
    const settings = parseSettings(env, baseDir);
    return { ...settings, warnings: [...unknown, ...settings.warnings] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError([error.message, ...unknown].join('\n'));
  }
}

function parseSettings(env: GivenEnvironment, baseDir: string): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { values, problems, warnings } = readSecretFiles(given, baseDir);
  const parsed = Environment.safeParse({ ...given, ...values });
  const wrong = parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}.`) ?? [];
  if (!parsed.success || problems.length > 0) throw new SettingsError([...wrong, ...problems].join('\n'));
  const read = parsed.data;
  if (read.INBOX_ROLE.size < ROLES.length && (read.DATABASE_URL === undefined || read.INBOX_BROKER_URL === undefined)) {
    throw new SettingsError('INBOX_ROLE needs DATABASE_URL and INBOX_BROKER_URL, by which processes share the work.');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_STANDBY_URL'] as const) {
    if (read[name] !== undefined && read.DATABASE_URL === undefined)
      throw new SettingsError(`${name} needs DATABASE_URL.`);
  }
  const { INBOX_SMTP_CERT: cert, INBOX_SMTP_KEY: key } = read;
  if (read.INBOX_BACKUP_DIR !== undefined && (read.INBOX_BACKUP_KEY ?? read.INBOX_BACKUP_KEY_FILE) === undefined) {
    throw new SettingsError('INBOX_BACKUP_DIR needs INBOX_BACKUP_KEY_FILE or INBOX_BACKUP_KEY.');
  }
  const { INBOX_JWT_SECRET: jwtSecret, INBOX_JWT_SECRET_OTHER: otherSecret } = read;
  if (jwtSecret === undefined && otherSecret !== undefined) {
    throw new SettingsError('INBOX_JWT_SECRET_OTHER needs INBOX_JWT_SECRET, which signs.');
  }
  if ((cert === undefined) !== (key === undefined)) {
    throw new SettingsError('INBOX_SMTP_CERT and INBOX_SMTP_KEY must be set together.');
  }
  const oidc = readOidcSettings(read);
  const systemMail = readSystemMailSettings(read);
  if (typeof oidc === 'string') throw new SettingsError(oidc);
  if (typeof systemMail === 'string') throw new SettingsError(systemMail);
  const bucket = readBucketSettings(read);
  if (typeof bucket === 'string') throw new SettingsError(bucket);
  const dataDir = resolve(baseDir, read.INBOX_DATA_DIR);
  return {
    port: read.PORT,
    roles: read.INBOX_ROLE,
    dataDir,
    uploadsDir: join(dataDir, 'uploads'),
    fileCopiesDir: join(dataDir, 'file-copies'),
    bucket,
    panelsDir: join(dataDir, 'panels'),
    seed: read.INBOX_SEED,
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    databaseStandbyUrl: read.DATABASE_STANDBY_URL,
    smtpPort: read.INBOX_SMTP_PORT,
    smtpCertificate:
      cert === undefined || key === undefined
        ? undefined
        : { cert: resolve(baseDir, cert), key: resolve(baseDir, key) },
    senders: read.INBOX_MAIL_CHECK === 'no' ? undefined : { authservId: read.INBOX_MAIL_AUTHSERV_ID ?? null },
    clamav: read.INBOX_CLAMAV,
    brokerUrl: read.INBOX_BROKER_URL,
    calls: { token: read.INBOX_TOKEN_CALLS, merchant: read.INBOX_MERCHANT_CALLS },
    jwtSecrets: jwtSecret === undefined ? undefined : [jwtSecret, ...(otherSecret === undefined ? [] : [otherSecret])],
    jwtIssuer: read.INBOX_JWT_ISSUER,
    jwtAudience: read.INBOX_JWT_AUDIENCE,
    channelTimeoutMs: read.INBOX_CHANNEL_TIMEOUT * 1000,
    panelTimeoutMs: read.INBOX_PANEL_TIMEOUT * 1000,
    drainMs: read.INBOX_DRAIN_SECONDS * 1000,
    automationMayReachPrivate: read.INBOX_AUTOMATION_PRIVATE === 'yes',
    publicUrl: read.INBOX_URL?.replace(/\/+$/, ''),
    mainSiteUrl: read.INBOX_MAIN_SITE_URL,
    panelsUrl: read.INBOX_PANELS_URL?.replace(/\/+$/, ''),
    rollback: { loads: read.INBOX_ROLLBACK_LOADS, share: read.INBOX_ROLLBACK_SHARE / 100 },
    trustedProxies: listOf(read.INBOX_TRUSTED_PROXIES),
    overrideHosts: read.INBOX_OVERRIDE_HOSTS.toLowerCase().split(',').filter(Boolean),
    browserMemory: read.INBOX_BROWSER_MEMORY === 'yes',
    serviceWorker: read.INBOX_SERVICE_WORKER === 'yes',
    vitalsShare: read.INBOX_VITALS_SHARE / 100,
    releaseDays: read.INBOX_RELEASE_DAYS,
    metrics: { port: read.INBOX_METRICS_PORT, host: read.INBOX_METRICS_HOST, token: read.INBOX_METRICS_TOKEN },
    oidc,
    systemMail,
    tracesUrl: read.INBOX_TRACES_URL ?? tracesAt(read.OTEL_EXPORTER_OTLP_ENDPOINT),
    cellSecret: read.INBOX_CELL_SECRET,
    cells: read.INBOX_CELLS === undefined ? undefined : (readCells(read.INBOX_CELLS) ?? undefined),
    smtpProxies: listOf(read.INBOX_SMTP_PROXIES),
    moveUrls: { from: read.INBOX_MOVE_FROM_URL, to: read.INBOX_MOVE_TO_URL },
    auditDays: read.INBOX_AUDIT_DAYS,
    nightHour: read.INBOX_NIGHT_HOUR,
    secretFiles: { values },
    warnings,
    backup: {
      dir: read.INBOX_BACKUP_DIR === undefined ? undefined : resolve(baseDir, read.INBOX_BACKUP_DIR),
      everyHours: read.INBOX_BACKUP_HOURS,
      keepDays: read.INBOX_BACKUP_DAYS,
      key: read.INBOX_BACKUP_KEY,
      keyFile: read.INBOX_BACKUP_KEY_FILE === undefined ? undefined : resolve(baseDir, read.INBOX_BACKUP_KEY_FILE),
    },
  };
}
