import { composeNotice } from '../../channels/email/send/compose';
import { startExports } from '../../exports/export-runner';
import { SHARED_WORK } from '../../live/broker';
import { startScheduledMails } from '../../conversations/schedule/scheduled-due';
import { startFollowUps } from '../../tickets/follow-up/follow-up-due';
import { startBackups } from '../../operations/backup/schedule';
import { startChannelOutbox } from '../channels';
import { startHousekeeping } from '../housekeeping';
import { startKeyCare } from '../../operations/keys/key-care';
import { startNightly } from '../nightly';
import { startSearchRebuild } from '../../operations/search-rebuild';
import type { Node } from './node';
import type { Oidc } from '../../agents/oidc';
import { withoutPasswords } from '../../agents/oidc/without-passwords';
import { createSystemMail } from '../../channels/email/send/system-mail';
import type { Uploads } from '../../platform/files/uploads';
import type { DueWorker } from '../../platform/scheduling/when-due';
import { startPasswordMails, type PasswordMailDeps } from '../../main-site/password-reset/send-password-mails';
import type { Settings } from '../settings/settings';

/** What is done beside agents' calls: sending, what falls due, reports, keeping house, backups. */
export function openWorker(node: Node): void {
  const { settings, databaseUrl, context, vault, uploads, erasing, metrics, log, tell, report, closeLater } = node;
  const { channelTimeoutMs: timeoutMs, automationMayReachPrivate: mayReachPrivate, dataDir } = settings;
  closeLater(startHousekeeping(context, uploads, report, settings.auditDays));
  closeLater(startKeyCare({ db: context.db, vault, dataDir, log, report }));
  closeLater(startNightly({ erasing, nightHour: settings.nightHour, log, report }));
  closeLater(startSearchRebuild({ db: context.db, log, report }));
  closeLater(startFollowUps(context, report));
  closeLater(startScheduledMails(context, uploads, report));
  const exports = startExports({ context, reads: node.reads, uploads, log, composeMail: composeNotice });
  closeLater(exports.stop);
  const passwordMails = openPasswordMails(settings, { context, uploads, oidc: node.oidc, log, report });
  if (passwordMails !== undefined) closeLater(passwordMails.stop);
  const outbox = startChannelOutbox({
    context,
    vault,
    uploads: node.incomingUploads,
    log,
    mayReachPrivate,
    timeoutMs,
    ...(metrics && { onAnswer: metrics.answered }),
  });
  closeLater(outbox.stop);
  closeLater(startBackups({ settings, databaseUrl, log: tell, report }));
  const wake = { outbox: outbox.wake, exports: exports.wake, password_mails: () => passwordMails?.wake() };
  node.parts.wake = wake;
  for (const work of SHARED_WORK) node.broker?.whenWoken(work, wake[work]);
}

/** Mails about passwords, where the settings say how the inbox sends mails of its own. */
function openPasswordMails(
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
