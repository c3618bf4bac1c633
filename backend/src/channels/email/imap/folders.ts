import type { ImapFlow } from 'imapflow';
import type { EmailAccount } from '../account/account';
import { messages } from '../messages';
import { MailboxError } from './connect';

/** The one that the account names, or that the server marks as such (RFC 6154). */
export async function findSentFolder(client: ImapFlow, { incoming }: EmailAccount): Promise<string | null> {
  const named = incoming?.sent_folder ?? null;
  const folders = await client.list();
  const found = folders.find(({ path, specialUse }) => (named === null ? specialUse === '\\Sent' : path === named));
  if (named !== null && found === undefined) throw new MailboxError(messages.mailbox.noFolder(named), true);
  return found?.path ?? null;
}
