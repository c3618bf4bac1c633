import type { IncomingMessage } from 'node:http';
import { failed, ok, readBody, type Answer } from './answer';
import { commentArrival, readWhatsapp, socialArrival, whatsappArrival, type Arrival } from './arrival';
import type { GraphState } from './state';

const REFUSED = 'Recipient phone number not in allowed list';

/**
 * Answers a call that changes something at the channel: an upload, a message, a comment, a moderated comment.
 * @param id the number, page, account or comment that the call is about
 * @throws Error when the body does not fit the channel; the answer is 400
 */
export async function answerWrite(
  state: GraphState,
  request: IncomingMessage,
  id: string,
  edge: string | undefined,
): Promise<Answer> {
  const body = await readBody(request);
  if (!request.headers.authorization?.startsWith('Bearer ')) return failed(401, 'No access token');
  if (state.mode === 'fail') return failed(500, 'An unknown error occurred');
  if (state.mode === 'refuse') return failed(400, REFUSED);
  if (edge === 'media' || edge === 'message_attachments') {
    const made = await state.files.take(request, body);
    if (made === null) return failed(400, 'The file is missing');
    return ok(edge === 'media' ? { id: made } : { attachment_id: made });
  }
  if (edge === undefined) {
    state.moderated.push({ what: request.method === 'DELETE' ? 'deleted' : 'hidden', id });
    return ok({ success: true });
  }
  const parsed: unknown = JSON.parse(body.toString('utf8'));
  if (edge === 'replies' || edge === 'comments') return arrive(state, commentArrival(id, parsed));
  if (edge !== 'messages') return failed(404, 'Unknown path');
  const social = socialArrival(id, parsed);
  return social ? arrive(state, social) : takeWhatsapp(state, id, parsed);
}

function arrive(state: GraphState, { message, said }: Arrival): Answer {
  state.sent.push(message);
  return { ...ok(said), sent: message };
}

function takeWhatsapp(state: GraphState, numberId: string, body: unknown): Answer {
  const asked = readWhatsapp(body);
  if (state.limit.calls > 0) {
    state.limit.calls -= 1;
    state.limited += 1;
    const error = { message: 'Rate limit hit', type: 'OAuthException', code: 130429 };
    return { status: 429, json: { error }, retryAfter: state.limit.retryAfter };
  }
  if (state.refused.has(asked.to)) return failed(400, REFUSED);
  const [business = ''] = [...state.businesses].find(([, numbers]) => numbers.includes(numberId)) ?? [];
  return arrive(
    state,
    whatsappArrival(numberId, asked, (template) => state.templates.arrive(business, template)),
  );
}
