import { normalEmail } from '@inbox/domain';
import { isOwnAddress } from '@inbox/domain/conversation';
import { receiveEcho } from '../../../conversations/receive/receive-echo';
import { incomingOf, type AcceptedMail, type Mailbox, type MailDeps } from './ingest-mail';
import { isAddress } from '../content/mail-people';
import type { MailReader } from '../reading/mail-reader';
import { removeFiles } from '../reading/store-files';
import { hasTakenFiles } from './taken-files';

/**
 * Takes in a mail of the shop's that another program has sent: it stands in its ticket as the shop's. One that the inbox
 * sent itself is known by its Message-ID; one that belongs to no ticket here is none of the inbox's business.
 * @throws when it cannot be stored now. Its files are gone then
 */
export async function ingestSentMail(
  deps: MailDeps & { reader: MailReader },
  mailbox: Mailbox,
  sent: AcceptedMail,
): Promise<void> {
  const { context, uploads, reader } = deps;
  const read = await reader.read(sent, context.now()).catch(async (error: unknown) => {
    await uploads.remove(sent.key);
    throw error;
  });
  const { mail, attachments } = read;
  let isStored = false;
  try {
    const { to = [], cc = [], bcc = [] } = mail.details;
    const recipient = [...to, ...cc, ...bcc].find(
      (one) => isAddress(one) && !isOwnAddress(one.email, mailbox.addresses),
    );
    const incoming = incomingOf(mailbox, { ...read, originalKey: sent.key });
    const contact = recipient === undefined ? incoming.contact : normalEmail(recipient.email);
    const outcome = await receiveEcho(
      context,
      {
        ...incoming,
        contact,
        from: { name: recipient?.name ?? '', phone: null, email: recipient === undefined ? null : contact },
        details: { ...incoming.details, sent_from: 'mail_client' },
      },
      null,
    );
    isStored = outcome === 'stored';
  } catch (error) {
    const has = await hasTakenFiles(deps, mailbox, { mail, originalKey: sent.key }, error);
    isStored = has !== 'no';
    if (has !== 'yes') throw error;
  } finally {
    if (!isStored) {
      await removeFiles(uploads, attachments);
      await uploads.remove(sent.key);
    }
  }
}
