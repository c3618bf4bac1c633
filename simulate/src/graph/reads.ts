import { createHash } from 'node:crypto';
import type { SentMessage } from '../sent-message';
import { postOf } from '../social/posts';
import { failed, ok, type Answer } from './answer';
import type { GraphState } from './state';

/** Answers a call that reads a person, a post, sent messages or a file. `port` is that of this server, for addresses of files. */
export function answerRead(state: GraphState, url: URL, id: string, edge: string | undefined, port: number): Answer {
  const fields = url.searchParams.get('fields');
  if (id === 'debug_token') {
    const scope = { scope: 'whatsapp_business_management', target_ids: [...state.businesses.keys()] };
    return ok({ data: { granular_scopes: [scope] } });
  }
  if (edge === 'phone_numbers') return ok({ data: (state.businesses.get(id) ?? []).map((number) => ({ id: number })) });
  if (edge === 'message_templates') return ok({ data: state.templates.of(id) });
  const listed = lookUpSent(state.sent, { id, edge, userId: url.searchParams.get('user_id') });
  if (listed !== null) return ok(listed);
  if (fields !== null && edge === undefined) return fields.includes('name') ? person(state, id) : post(id, port);
  if (id === 'media-bytes' && edge !== undefined) return bytes(state, decodeURIComponent(edge));
  if (edge === undefined && id !== '') return mediaAddress(state, id, port);
  return failed(404, 'Unknown path');
}

function person({ nameOf }: GraphState, id: string): Answer {
  const name = nameOf(id);
  if (name === null) return failed(404, 'Unsupported get request');
  const [first_name = '', ...rest] = name.split(' ');
  return ok({ id, name, first_name, last_name: rest.join(' ') });
}

function post(id: string, port: number): Answer {
  const { caption, permalink, isAd, picture } = postOf(id);
  const media_url = `http://127.0.0.1:${port}/media-bytes/${picture}`;
  const instagram = { caption, media_type: 'IMAGE', media_product_type: isAd ? 'AD' : 'FEED', media_url, permalink };
  const page = { message: caption, permalink_url: permalink, full_picture: media_url, status_type: 'added_photos' };
  return ok({ id, ...instagram, ...page, promotion_status: isAd ? 'active' : 'ineligible' });
}

function mediaAddress({ files }: GraphState, id: string, port: number): Answer {
  const file = files.get(id);
  if (!file) return failed(404, 'Unsupported get request');
  return ok({
    messaging_product: 'whatsapp',
    id,
    url: `http://127.0.0.1:${port}/media-bytes/${encodeURIComponent(id)}`,
    mime_type: file.mimeType,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    file_size: file.bytes.length,
  });
}

function bytes({ files }: GraphState, id: string): Answer {
  const file = files.get(id);
  return file ? { status: 200, file } : failed(404, 'Not found');
}

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
function lookUpSent(sent: readonly SentMessage[], { id, edge, userId }: Lookup): object | null {
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
