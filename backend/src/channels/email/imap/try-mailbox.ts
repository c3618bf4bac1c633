import type { EmailAccount } from '../account/account';
import { connectImap, mailboxError, MailboxError, type ConnectOptions } from './connect';
import { findSentFolder } from './folders';
import { messages } from '../messages';

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
