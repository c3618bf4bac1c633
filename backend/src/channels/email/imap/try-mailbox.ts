import type { EmailAccount } from '../account/account';
import { connectImap, mailboxError, MailboxError, type ConnectOptions } from './connect';
import { messages } from '../messages';
import type { ImapFlow } from 'imapflow';

/** The one that the account names, or that the server marks as such (RFC 6154). */
export async function findSentFolder(client: ImapFlow, { incoming }: EmailAccount): Promise<string | null> {
  const named = incoming?.sent_folder ?? null;
  const folders = await client.list();
  const found = folders.find(({ path, specialUse }) => (named === null ? specialUse === '\\Sent' : path === named));
  if (named !== null && found === undefined) throw new MailboxError(messages.mailbox.noFolder(named), true);
  return found?.path ?? null;
}

/**
 * Signs in, looks for the folders that the account names, and leaves again. Nothing is read.
 * @returns what was found, in words
 * @throws MailboxError
 */
export async function tryMailbox(account: EmailAccount, options: ConnectOptions): Promise<string> {
  const client = await connectImap(account, options);
  try {
    const { exists } = await client.mailboxOpen('INBOX', { readOnly: true });
    const sent = await findSentFolder(client, account);
    const target = account.incoming?.after_reading ?? 'leave';
    const folder = target.startsWith('move:') ? target.slice('move:'.length) : null;
    const folders = await client.list();
    if (folder !== null && !folders.some(({ path }) => path === folder)) {
      throw new MailboxError(messages.mailbox.noFolder(folder), true);
    }
    return messages.mailbox.works({
      server: account.incoming?.url ?? '',
      mails: exists,
      sent,
      isIdle: client.capabilities.has('IDLE'),
    });
  } catch (error) {
    throw mailboxError(account, error);
  } finally {
    await client.logout().catch(() => undefined);
    client.close();
  }
}
