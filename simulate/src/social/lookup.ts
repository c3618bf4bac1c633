import type { SentMessage } from '../sent-message';

interface Lookup {
  /** The id of the account, or of a comment. */
  id: string;
  edge: string | undefined;
  /** The id of the customer in the conversation. */
  userId: string | null;
}

/** The Graph API lists so many messages of a conversation, newest first. */
const NEWEST = 20;

/** Lists sent messages or answers to a comment, as the Graph API does; null for any other edge. */
export function lookUpSent(sent: readonly SentMessage[], { id, edge, userId }: Lookup): object | null {
  if (edge === 'conversations') {
    const theirs = sent.filter((one) => one.channel === 'social' && one.phone_number_id === id && one.to === userId);
    const data = theirs.slice(-NEWEST).reverse().map(messageOf);
    return { data: [{ id: `t_${userId ?? ''}`, messages: { data } }] };
  }
  if (edge !== 'replies' && edge !== 'comments') return null;
  const answers = sent.filter((one) => one.channel === 'comment' && one.to === id);
  return { data: answers.map(({ wamid, text, at }) => ({ id: wamid, message: text, text, created_time: timeOf(at) })) };
}

const messageOf = ({ wamid, text, file, at, phone_number_id }: SentMessage) => ({
  id: wamid,
  message: text,
  created_time: timeOf(at),
  from: { id: phone_number_id },
  ...(file !== null && { attachments: { data: [{ id: wamid }] } }),
});

/** As Graph writes times: whole seconds, and a zone without a colon. */
const timeOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, '+0000');
