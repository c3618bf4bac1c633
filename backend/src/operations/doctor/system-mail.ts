import { trySystemMail } from '../../channels/email/send/system-mail';
import type { Settings } from '../../app/settings/settings';
import type { Finding } from './finding';

const area = 'system mail';
const TIMEOUT_MS = 5_000;

/** Does the server by which the inbox sends its own mails let it in? No mail is sent. */
export async function checkSystemMail({ systemMail }: Pick<Settings, 'systemMail'>): Promise<Finding> {
  if (systemMail === undefined) {
    return { area, level: 'ok', what: 'none is set: who has forgotten a password asks the operator' };
  }
  const { host } = new URL(systemMail.server);
  const visit = await trySystemMail(systemMail, TIMEOUT_MS);
  if (visit.kind === 'ready') return { area, level: 'ok', what: `${host} lets the inbox in` };
  const what = `${host} cannot be used (${visit.kind}): ${visit.reason}`;
  return { area, level: 'problem', what, todo: 'INBOX_SYSTEM_MAIL_URL must have its host, port, user and password.' };
}
