import { subDays } from 'date-fns/subDays';
import type { ImapFlow } from 'imapflow';
import type { EmailAccount } from '../account/account';
import { mailboxAddresses } from '../../../accounts/accounts';
import { findBookmark, saveBookmark, type MailboxKey } from '../../../accounts/mailbox-queries';
import { isTransient } from '../../../platform/db/transient-error';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import type { Uploads } from '../../../platform/files/uploads';
import { wordsOf } from '../../../platform/errors/errors';
import { MAX_MAIL_BYTES, type MailIntake } from '../receive/intake';
import { spool } from '../receive/spool';

export interface ReadingDeps {
  context: WorkContext;
  uploads: Uploads;
  intake: MailIntake;
  log: (line: string) => void;
  /** Ends the reading between two mails. */
  signal: AbortSignal;
}

export interface ReadingOf {
  account: EmailAccount;
  key: MailboxKey & { holder: string };
  folder: string;
  /** `sent`: what the shop has sent with other programs. */
  role: 'inbox' | 'sent';
}

/** Another node has the mailbox by now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** As much of a mail as its headers take. */
const HEAD_BYTES = 65_536;
const ROOM_EVERY_MS = 500;
/** Days before the last reading from which all is looked at again when the server has numbered a folder anew. */
const OVERLAP_DAYS = 2;

/**
 * Takes in what is new in a folder since its bookmark, in its order; of a folder that is read for the first time what comes
 * from now on. Each mail moves the bookmark once it is stored: one that was stored and not marked comes again, and is
 * known by its Message-ID. The folder stays open.
 * @throws when the connection breaks, a mail cannot be stored now, or the lease is lost
 */
export async function readFolder(deps: ReadingDeps, client: ImapFlow, of: ReadingOf): Promise<void> {
  const { context, signal } = deps;
  const { key, folder } = of;
  const box = await client.mailboxOpen(folder, { readOnly: !changesMails(of) });
  const uid_validity = String(box.uidValidity);
  const save = async (last_uid: number): Promise<void> => {
    const bookmark = { uid_validity, last_uid, read_at: context.now() };
    if (!(await saveBookmark(context.db, key, folder, bookmark))) throw new LeaseLostError('Another node has it.');
  };
  const known = await findBookmark(context.db, key, folder);
  if (known === undefined) return save(box.uidNext - 1);
  const isSame = known.uid_validity === uid_validity;
  if (isSame && box.uidNext === known.last_uid + 1) return undefined;
  const query = isSame ? { uid: `${known.last_uid + 1}:*` } : { since: subDays(known.read_at, OVERLAP_DAYS) };
  const found = await client.search(query, { uid: true });
  if (!found) throw new Error('The server does not search the folder.');
  // `n:*` names the newest mail also when that is older than n.
  const uids = found.filter((uid) => !isSame || uid > known.last_uid).sort((one, other) => one - other);
  for (const uid of uids) {
    signal.throwIfAborted();
    await readOne(deps, client, of, uid);
    await save(uid);
  }
  if (!isSame && uids.length === 0) await save(box.uidNext - 1);
  return undefined;
}

async function readOne(deps: ReadingDeps, client: ImapFlow, of: ReadingOf, uid: number): Promise<void> {
  const { uploads, log } = deps;
  const message = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true });
  // Somebody has deleted it meanwhile.
  if (!message) return;
  const isTooLarge = (message.size ?? 0) > MAX_MAIL_BYTES;
  await untilRoom(deps, isTooLarge ? HEAD_BYTES : (message.size ?? 0));
  const limit = { uid: true, maxBytes: isTooLarge ? HEAD_BYTES : MAX_MAIL_BYTES };
  const { content } = await client.download(String(uid), undefined, limit);
  if (content === undefined) throw new Error('The server does not hand a mail out.');
  const storageKey = await spool(uploads, content, () => true);
  if (storageKey === null) return;
  if (!client.usable) {
    await uploads.remove(storageKey);
    throw new Error('The connection broke while a mail was read.');
  }
  // Its server has handed it over; who brought it there is in its own headers.
  const mail = { key: storageKey, envelopeSender: '', client: { address: '127.0.0.1', helo: '' }, isTooLarge };
  try {
    await takeIn(deps, of, mail);
  } catch (error) {
    if (isTransient(error)) throw error;
    // The operator has its bytes as a dead letter, and it is still in the mailbox.
    log(`A mail of ${of.account.external_id} could not be taken in: ${wordsOf(error)}`);
    return;
  }
  if (of.role === 'inbox') await afterReading(client, of, uid);
}

async function takeIn(
  { intake }: ReadingDeps,
  { account, role }: ReadingOf,
  mail: Parameters<MailIntake['take']>[1],
): Promise<void> {
  const mailbox = { id: account.id, merchant_id: account.merchant_id, addresses: mailboxAddresses(account) };
  return role === 'inbox' ? intake.take([mailbox], mail) : intake.takeSent(mailbox, mail);
}

const changesMails = ({ account: { incoming }, role }: ReadingOf): boolean =>
  role === 'inbox' && Boolean(incoming && (incoming.mark_seen || incoming.after_reading !== 'leave'));

/** Only what the account says so: a mailbox may have other readers. */
async function afterReading(client: ImapFlow, { account: { incoming } }: ReadingOf, uid: number): Promise<void> {
  if (!incoming) return;
  const { mark_seen, after_reading } = incoming;
  if (mark_seen) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  if (after_reading === 'delete') await client.messageDelete(String(uid), { uid: true });
  if (!after_reading.startsWith('move:')) return;
  const folder = after_reading.slice('move:'.length);
  const moved = await client.messageMove(String(uid), folder, { uid: true });
  if (moved === false) throw new Error(`A mail could not be moved to ${folder}.`);
}

async function untilRoom({ intake, signal }: ReadingDeps, bytes: number): Promise<void> {
  while (!intake.hasRoom(bytes)) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, ROOM_EVERY_MS));
  }
}
