import { normalEmail } from '@inbox/domain';
import { receiveEcho } from '../../messages/receive-echo';
import { incomingOf, type AcceptedMail, type Mailbox, type MailDeps } from './ingest-mail';
import { contactOf, isAddress } from './read-mail';
import type { MailReader } from './reading/mail-reader';
import { removeFiles } from './store-files';

/**
 * Takes in a mail of the shop's that another program has sent: it stands in its ticket as the shop's. One that the inbox
 * sent itself is known by its Message-ID; one that belongs to no ticket here is none of the inbox's business.
 * @param mailbox.addresses the shop's own
 * @throws when it cannot be stored now. Its files are gone then
 */
export async function ingestSentMail(
  { context, uploads, reader }: MailDeps & { reader: MailReader },
  mailbox: Mailbox & { addresses: readonly string[] },
  sent: AcceptedMail,
): Promise<void> {
  const read = await reader.read(sent, context.now());
  const { mail, attachments } = read;
  let isStored = false;
  try {
    const { to = [], cc = [], bcc = [] } = mail.details;
    const own = new Set(mailbox.addresses.map(normalEmail));
    const recipient = [...to, ...cc, ...bcc].find((one) => isAddress(one) && !own.has(normalEmail(one.email)));
    const incoming = incomingOf(mailbox, { ...read, originalKey: sent.key });
    const contact = recipient === undefined ? incoming.contact : contactOf(recipient);
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
  } finally {
    if (!isStored) {
      await removeFiles(uploads, attachments);
      await uploads.remove(sent.key);
    }
  }
}
