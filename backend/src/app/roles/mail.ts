import { ensureSelfSigned, readCertificate } from '../../channels/email/server/certificate';
import { startMailboxes } from '../../channels/email/imap';
import { startMailServer } from '../../channels/email/server/server';
import type { Node } from './node';

/** Mail that comes in: by SMTP, and from mailboxes that are read. @returns the port of SMTP */
export async function openMail(node: Node): Promise<number> {
  const { settings, context, uploads, vault, log, scanner, closeLater } = node;
  const { smtpCertificate: files, dataDir, senders, smtpPort: port, smtpProxies: proxies } = settings;
  const certificate = files === undefined ? await ensureSelfSigned(dataDir) : await readCertificate(files);
  const mail = await startMailServer({
    context,
    uploads,
    log,
    port,
    proxies,
    certificate,
    scanner,
    ...(senders && { senders }),
  });
  closeLater(mail.close);
  node.parts.intake = mail.intake;
  closeLater(startMailboxes({ context, vault, uploads, log, intake: mail.intake }).stop);
  return mail.port;
}
