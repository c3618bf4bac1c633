import { MAX_MAIL_BYTES } from '../../channels/email/receive/intake';
import { createClamd, type Clamd } from '../../platform/virus-scan/clamd';
import type { Settings } from '../../app/settings/settings';
import type { Finding } from './finding';

const area = 'virus scanner';
const PIECE = Buffer.alloc(1_000_000);

/** Does the scanner answer, how old is its list of viruses, and does it take the largest mail? */
export async function checkScanner({ clamav }: Pick<Settings, 'clamav'>): Promise<Finding> {
  if (clamav === undefined) return { area, level: 'ok', what: 'none is set: files are not scanned' };
  const clamd = createClamd(clamav);
  const version = await clamd.version();
  if (await takesMails(clamd)) return { area, level: 'ok', what: version };
  const what = `${version}; it takes less than the largest mail, which is stored without a scan`;
  return { area, level: 'problem', what, todo: `Set StreamMaxLength of clamd to more than ${MAX_MAIL_BYTES} bytes.` };
}

async function takesMails(clamd: Pick<Clamd, 'scanBytes'>): Promise<boolean> {
  const verdict = await clamd.scanBytes(Array.from({ length: Math.ceil(MAX_MAIL_BYTES / PIECE.length) }, () => PIECE));
  return verdict.kind !== 'too_large';
}
