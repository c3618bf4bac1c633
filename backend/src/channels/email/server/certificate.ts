import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { randomBytes, X509Certificate } from 'node:crypto';
import { addDays } from 'date-fns/addDays';
import { addYears } from 'date-fns/addYears';
import { subDays } from 'date-fns/subDays';
import { codeOf } from '../../../platform/errors/errors';

/** What STARTTLS is offered with, as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const YEARS = 10;
/** One that runs out within so long is made anew. */
const RENEWED_DAYS = 30;

/**
 * The operator's own certificate.
 * @throws one line for the operator when a file cannot be read, or the two do not belong together
 */
export async function readCertificate(files: { cert: string; key: string }): Promise<Certificate> {
  const [cert, key] = await Promise.all(
    [files.cert, files.key].map(async (file) =>
      readFile(file, 'utf8').catch((error: unknown) => {
        throw new Error(`The certificate's file ${file} cannot be read (${codeOf(error) ?? 'unknown'}).`, {
          cause: error,
        });
      }),
    ),
  );
  return { cert: cert ?? '', key: key ?? '' };
}

/**
 * A certificate that nobody vouches for, made at the first start: mail servers encrypt with it, and do not ask whose it is.
 * @param dir where it is stored
 */
export async function ensureSelfSigned(dir: string, now = new Date()): Promise<Certificate> {
  const file = join(dir, 'smtp-certificate.pem');
  const stored = await readFile(file, 'utf8').catch(() => '');
  const cert = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(stored)?.[0];
  const key = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[^-]+-----END (?:RSA |EC )?PRIVATE KEY-----/.exec(stored)?.[0];
  if (cert !== undefined && key !== undefined && lasts(cert, now)) return { cert, key };
  // Needed once in ten years.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: hostname() }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: subDays(now, 1),
    notAfterDate: addYears(now, YEARS),
  });
  await mkdir(dir, { recursive: true });
  // Whole under its name, or not there.
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${made.private}\n${made.cert}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return { cert: made.cert.trim(), key: made.private.trim() };
}

function lasts(cert: string, now: Date): boolean {
  try {
    return new Date(new X509Certificate(cert).validTo) > addDays(now, RENEWED_DAYS);
  } catch {
    return false;
  }
}
