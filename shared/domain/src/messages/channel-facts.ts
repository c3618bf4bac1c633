import type { Actor } from '../tickets/ticket';
import type { AttachmentId, IsoTime } from '../ids';
import type { Attachment } from './message-base';

/** What a channel tells of a chat message beside its words and files. */
export interface ChannelFacts {
  marks?: MessageMark[];
  /** Of the merchant's: where it was written, when that was not the inbox. */
  sent_from?: SentFrom;
  /** It was written in a group; the name, or number, of who wrote it. */
  group?: { sender: string };
  referral?: Referral;
  /** It says that the customer has another phone number now; both with a plus. */
  number_change?: { from: string; to: string };
  /** What it said before it was edited, oldest first. */
  edits?: TextVersion[];
  reactions?: Reaction[];
  /** Path on the inbox backend of the message as the channel told it; it answers store admins only. */
  raw_url?: string;
}

/** How the contact of a conversation names a WhatsApp group instead of a person. */
export const GROUP_CONTACT = 'group:';

export const MESSAGE_MARKS = ['forwarded', 'forwarded_often', 'view_once', 'original_unknown'] as const;
/** `original_unknown`: what was edited is not here; only what it says now. */
export type MessageMark = (typeof MESSAGE_MARKS)[number];

export const SENT_FROM = ['phone', 'mail_client', 'other_tool'] as const;
export type SentFrom = (typeof SENT_FROM)[number];

/** What led the customer to the shop. Its picture is the message's attachment that is `inline`. */
export interface Referral {
  source: (typeof REFERRAL_SOURCES)[number];
  headline: string;
  text: string;
  /** An address with http or https; null when there is none that may be opened. */
  url: string | null;
}
export const REFERRAL_SOURCES = ['ad', 'post', 'link', 'product', 'other'] as const;

/** One text of a message that was edited. */
export interface TextVersion {
  message: string;
  /** When it was written. */
  at: IsoTime;
  /** Files of this version that were removed since. */
  attachments?: Attachment[];
}

/** The same as it is stored. */
export interface StoredVersion extends Omit<TextVersion, 'attachments'> {
  /** The files that it had from then on; absent where they stayed as they were. */
  files?: readonly AttachmentId[];
}

export interface Reaction {
  actor: Actor;
  /** Who, when several can react; null for the customer of the conversation and for the merchant. */
  name: string | null;
  emoji: string;
}

/** A reaction with what decides between two: the later one of a person, whatever came first. */
export interface TimedReaction extends Reaction {
  /** By what the channel names who reacted. */
  who: string;
  /** An empty `emoji` at this time: taken back. */
  at: IsoTime;
}

const MOST_VERSIONS = 20;
const MOST_REACTIONS = 100;

/**
 * The texts of a message with one more edit: the original first, then the edits by their time, each once. It does not
 * matter in which order edits become known; of very many the newest are kept.
 */
export function withEdit(versions: readonly [StoredVersion, ...StoredVersion[]], edit: StoredVersion): StoredVersion[] {
  const [original, ...edits] = versions;
  return [original, ...withEarlyEdit(edits, edit)];
}

/** Edits of a message that is not here itself, with one more: by their time, each once. */
export function withEarlyEdit(edits: readonly StoredVersion[], edit: StoredVersion): StoredVersion[] {
  const isSame = ({ at, message, files }: StoredVersion) =>
    at === edit.at && message === edit.message && String(files ?? '') === String(edit.files ?? '');
  if (edits.some(isSame)) return [...edits];
  const all = [...edits, edit].sort((a, b) => a.at.localeCompare(b.at) || a.message.localeCompare(b.message));
  const newest = all.slice(-(MOST_VERSIONS - 1));
  const [first, ...rest] = newest;
  // A version that is left out may have brought the files of the others.
  const files = filesOf(all, all.length - newest.length);
  return first === undefined || files === null ? newest : [{ ...first, files }, ...rest];
}

/** The files that a message had with the version at this place; null: all that it has. */
export function filesOf(
  versions: readonly StoredVersion[],
  place = versions.length - 1,
): readonly AttachmentId[] | null {
  return versions.slice(0, place + 1).findLast(({ files }) => files !== undefined)?.files ?? null;
}

/**
 * The reactions to a message with one more: a person has one, the latest; a removed one is remembered as such. The same
 * array when nothing changes.
 */
export function withReaction(reactions: readonly TimedReaction[], added: TimedReaction): readonly TimedReaction[] {
  const isSame = ({ actor, who }: TimedReaction) => actor === added.actor && who === added.who;
  const known = reactions.find(isSame);
  const isOld = known !== undefined && (known.at > added.at || (known.at === added.at && known.emoji === added.emoji));
  if (isOld) return reactions;
  const others = reactions.filter((one) => !isSame(one));
  return [...others, added].slice(-MOST_REACTIONS);
}
