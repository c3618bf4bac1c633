import type { Oidc } from '../agents/oidc';
import { withoutPasswords } from '../agents/oidc/without-passwords';
import { createSystemMail } from '../channels/email/send/system-mail';
import type { Uploads } from '../platform/files/uploads';
import type { DueWorker } from '../platform/work/when-due';
import { startPasswordMails, type PasswordMailDeps } from '../main-site/password-reset/send-password-mails';
import type { Settings } from './settings/settings';

/** Mails about passwords, where the settings say how the inbox sends mails of its own. */
export function openPasswordMails(
  { systemMail, channelTimeoutMs: timeoutMs }: Pick<Settings, 'systemMail' | 'channelTimeoutMs'>,
  {
    uploads,
    oidc,
    ...deps
  }: Pick<PasswordMailDeps, 'context' | 'log' | 'report'> & { uploads: Uploads; oidc: Oidc | undefined },
): DueWorker | undefined {
  if (systemMail === undefined) return undefined;
  const mail = createSystemMail(systemMail, { uploads, timeoutMs });
  return startPasswordMails({ ...deps, mail, url: systemMail.url, withoutPasswords: withoutPasswords(oidc) });
}
