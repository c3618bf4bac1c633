import { isSameAddress } from '@inbox/domain/conversation';

/** Longer ids are none, and would not fit an index. */
const MAX_ID = 500;

const IN_BRACKETS = /<([^<>]{1,1000})>/g;
/** As programs write ids that forget their brackets. */
const BARE = /^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/;

/**
 * All ids in a header (RFC 5322), in its order, each in angle brackets: several may stand there, with comments and text
 * between them. A long one may be folded in its middle. Some programs write them without brackets; then nothing else may
 * stand in the header.
 */
export function idsIn(header: string | undefined): string[] {
  const text = header ?? '';
  const inBrackets = [...text.matchAll(IN_BRACKETS)].map(([, id = '']) =>
    id.includes('@') ? id.replace(/\s+/g, '') : id,
  );
  const bare = text.split(/[\s,;]+/).filter((id) => id !== '');
  const ids =
    inBrackets.length > 0 ? inBrackets.filter((id) => !/\s/.test(id)) : bare.every((id) => BARE.test(id)) ? bare : [];
  return ids.map((id) => `<${id}>`).filter((id) => id.length <= MAX_ID);
}

/** The part before the domain of an id by Amazon SES, which has a domain for each of its regions. */
const SES_ID =
  /^<?([0-9a-f]{14,20}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{6})(?:@(?:[\w-]+\.)?amazonses\.com>)?$/i;

/** Whatever the region: who sends does not learn it. */
const sesId = (id: string): string | null => {
  const local = SES_ID.exec(id)?.[1];
  return local === undefined ? null : `<${local.toLowerCase()}@amazonses.com>`;
};

/**
 * The id under which a mail left that its server has taken. Some put one of their own in the place of ours, which answers
 * will name: Amazon SES says its local part alone, Outlook and others all of it in brackets. Null when the server's words
 * give none.
 * @param addresses of the envelope; some servers say the recipient in brackets
 */
export function replacedId(response: string, addresses: readonly string[] = []): string | null {
  const ses = sesId(/^250 Ok (\S+)\s*$/i.exec(response)?.[1] ?? '');
  const [id] = response.startsWith('250') ? idsIn(/<[^<>\s]+@[^<>\s]+>/.exec(response)?.[0]) : [];
  const isAddress = id !== undefined && addresses.some((address) => isSameAddress(`<${address}>`, id));
  return ses ?? (isAddress ? null : (id ?? null));
}

/** All that a mail with this id may be known by here. */
export function knownIds(id: string): string[] {
  return [...new Set([id, sesId(id) ?? id])];
}

/** Between the random part of a Message-ID and its domain, in the id of the thread that this mail begins. */
const THREAD = '.thread@';

/**
 * Id of the thread that a mail of ours begins. The mail carries it in References, which answers repeat (RFC 5322, section
 * 3.6.4) also when the service that sends the mail replaces its Message-ID and names no other. It is as hard to guess as
 * the Message-ID that it is made from.
 */
export const threadIdOf = (messageId: string): string => messageId.replace('@', THREAD);

/**
 * Everything that a mail whose References or In-Reply-To have this id may answer: the mail itself or, for the id of a thread,
 * the mail that began it. Reports are about one mail, so an id of a thread names none for them.
 */
export function answeredIds(id: string): string[] {
  return [...knownIds(id), ...(id.includes(THREAD) ? [id.replace(THREAD, '@')] : [])];
}
