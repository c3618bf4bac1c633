import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wordsOf } from '../../platform/errors/errors';
import { checkArchiveKey } from '../backup/archive-key';
import { listArchives } from '../backup/archives';
import { inGigabytes, readDiskSpace, type DiskSpace } from '../../platform/files/disk';
import { fileNameOf, SECRET_NAMES, sourceOf } from '../../app/settings/secret-settings';
import { SETTING_NAMES, type Settings } from '../../app/settings/settings';
import type { Finding } from './finding';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CERTIFICATE_DAYS = 14;
/** Signatures of webhooks and tokens allow for a few minutes; this is noticed before. */
const CLOCK_SECONDS = 30;

/** What is set. Of a secret, from where it comes. */
export function checkSettings(env: Readonly<Record<string, string | undefined>>, { warnings }: Settings): Finding {
  const secrets = new Set<string>(SECRET_NAMES.flatMap((name) => [name, fileNameOf(name)]));
  const shown = SETTING_NAMES.filter((name) => (env[name] ?? '') !== '' && !secrets.has(name)).map(
    (name) => `${name}=${env[name] ?? ''}`,
  );
  const sources = SECRET_NAMES.flatMap((name) => {
    const source = sourceOf(env, name);
    return source === undefined ? [] : [`${name} ${source}`];
  });
  const area = 'settings';
  const what = [...shown, ...sources].join(', ') || 'all as they come';
  if (warnings.length === 0) return { area, level: 'ok', what };
  return { area, level: 'warning', what, todo: warnings.join('; ') };
}

export async function checkDisk(dataDir: string, read: (dir: string) => Promise<DiskSpace> = readDiskSpace) {
  const { free, total, isLow } = await read(dataDir);
  const what = `${inGigabytes(free)} of ${inGigabytes(total)} are free for ${dataDir}`;
  const finding: Finding = isLow
    ? { area: 'disk', level: 'problem', what, todo: 'Make room, or move INBOX_DATA_DIR to a larger disk.' }
    : { area: 'disk', level: 'ok', what };
  return finding;
}

/** The certificate of the inbox's own mail server. */
export async function checkCertificate(settings: Settings, now: Date): Promise<Finding> {
  const area = 'certificate';
  const path = settings.smtpCertificate?.cert ?? join(settings.dataDir, 'smtp-certificate.pem');
  const pem = await readFile(path, 'utf8').catch(() => undefined);
  if (pem === undefined) {
    return settings.smtpCertificate === undefined
      ? { area, level: 'ok', what: 'of incoming mail: made at the first start' }
      : { area, level: 'problem', what: `${path} cannot be read`, todo: 'Set INBOX_SMTP_CERT and INBOX_SMTP_KEY.' };
  }
  const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)?.[0];
  if (certificate === undefined)
    return { area, level: 'problem', what: `${path} holds no certificate`, todo: 'Replace it.' };
  const days = Math.floor((new Date(new X509Certificate(certificate).validTo).getTime() - now.getTime()) / DAY_MS);
  const what = `of incoming mail (${path}): ${days < 0 ? 'has expired' : `valid for ${days} days`}`;
  if (days >= CERTIFICATE_DAYS) return { area, level: 'ok', what };
  return { area, level: days < 0 ? 'problem' : 'warning', what, todo: 'Renew it and start the inbox again.' };
}

export async function checkBackups({ backup }: Settings, now: Date): Promise<Finding> {
  const area = 'backup';
  const wrongKey = await checkArchiveKey(backup).then(() => undefined, wordsOf);
  if (wrongKey !== undefined) {
    const todo = 'No backup is made, and the inbox does not start, until the key can be read.';
    return { area, level: 'problem', what: wrongKey, todo };
  }
  if (backup.dir === undefined) {
    const todo = 'Set INBOX_BACKUP_DIR and INBOX_BACKUP_KEY_FILE (docs/operators/backup.md).';
    return { area, level: 'warning', what: 'none is made by itself', todo };
  }
  const newest = (await listArchives(backup.dir)).at(-1);
  const todo = `Look in the log for 'The backup to', and run 'pnpm admin backup'.`;
  if (newest === undefined) return { area, level: 'problem', what: `${backup.dir} has no archive`, todo };
  const hours = Math.floor((now.getTime() - newest.madeAt.getTime()) / HOUR_MS);
  const what = `the newest, ${newest.path}, is ${hours} hours old`;
  return hours > 2 * backup.everyHours ? { area, level: 'problem', what, todo } : { area, level: 'ok', what };
}

/** @param seconds by which this machine's clock is ahead of another one; null when none could be asked */
export function checkClock(seconds: number | null, other: string): Finding {
  const area = 'clock';
  if (seconds === null) return { area, level: 'ok', what: 'not compared: no server could be asked' };
  const what = `${Math.abs(Math.round(seconds))} s ${seconds < 0 ? 'behind' : 'ahead of'} ${other}`;
  if (Math.abs(seconds) <= CLOCK_SECONDS) return { area, level: 'ok', what };
  return {
    area,
    level: 'problem',
    what,
    todo: 'Have the clock set by NTP; tokens and signatures are refused otherwise.',
  };
}
