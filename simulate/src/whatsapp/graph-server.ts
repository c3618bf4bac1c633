import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { newMid, newSocialId } from '../social/delivery';
import { postOf } from '../social/posts';
import { newWamid } from './delivery';
import { lookUpSent } from '../social/lookup';
import type { SentMessage } from '../sent-message';
import { createStoredFiles, type StoredFile } from './stored-files';
import { createTemplateShelf, sentTemplateSchema, type TemplateShelf } from './templates';

const sentFile = z.optional(
  z.object({ id: z.string(), caption: z.optional(z.string()), voice: z.optional(z.boolean()) }),
);

const outgoingSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string(),
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  image: sentFile,
  video: sentFile,
  audio: sentFile,
  document: sentFile,
  template: z.optional(sentTemplateSchema),
  context: z.optional(z.object({ message_id: z.string() })),
  biz_opaque_callback_data: z.optional(z.string()),
});

const socialSchema = z.object({
  recipient: z.object({ id: z.string() }),
  message: z.object({
    text: z.optional(z.string()),
    attachment: z.optional(z.object({ type: z.string(), payload: z.object({ attachment_id: z.string() }) })),
    metadata: z.optional(z.string()),
  }),
  reply_to: z.optional(z.object({ mid: z.string() })),
});

const commentSchema = z.object({ message: z.string() });

export interface GraphServer {
  port: number;
  /** What arrived at customers so far, in order. */
  readonly sent: readonly SentMessage[];
  /** Keeps a file under a media id, for webhooks that name it. */
  addMedia(id: string, file: StoredFile): void;
  /** A file by its media id, also one that the inbox has handed over. */
  media(id: string): StoredFile | null;
  /** Comments that were hidden and deleted, by their ids. */
  readonly moderated: readonly { what: 'hidden' | 'deleted'; id: string }[];
  /** The templates of the businesses. */
  readonly templates: TemplateShelf;
  /** How the next calls are answered: taken, refused for good, or failing for now. */
  answerWith(mode: 'accept' | 'refuse' | 'fail'): void;
  /** WhatsApp messages to these numbers are refused for good, whatever the mode. */
  refuseTo(numbers: Iterable<string>): void;
  /** The next WhatsApp messages are answered with 429, and how many seconds to wait. */
  limitRate(limit: { calls: number; retryAfter: number }): void;
  /** How many were. */
  readonly limited: number;
  close(): Promise<void>;
}

export interface GraphOptions {
  /** 0 takes any free port. */
  port: number;
  /** Told of each message right after it was answered. */
  onSent?: (message: SentMessage) => void;
  /** What a customer calls themselves, by their id; null when nobody knows. */
  nameOf?: (id: string) => string | null;
  /** A file for a media id that nobody added; null is 404. */
  mediaFor?: (id: string) => StoredFile | null;
  /** Which numbers a business has, by its id: what the access token is for. */
  businesses?: ReadonlyMap<string, readonly string[]>;
  /** Another provider's answers on the same port; true when the request was for it. */
  others?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const NO_FILE = { file: null, media_id: null, isVoice: false, template: null } as const;

const MAX_BODY = 110_000_000;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers the calls of the Graph API that the inbox makes: messages, media addresses and media bytes. */
export async function startGraphServer({
  port,
  onSent,
  mediaFor,
  nameOf,
  businesses = new Map(),
  others,
}: GraphOptions): Promise<GraphServer> {
  const sent: SentMessage[] = [];
  const moderated: { what: 'hidden' | 'deleted'; id: string }[] = [];
  const files = createStoredFiles(mediaFor);
  const templates = createTemplateShelf();
  let mode: 'accept' | 'refuse' | 'fail' = 'accept';
  let refused: ReadonlySet<string> = new Set();
  let limit = { calls: 0, retryAfter: 0 };
  let limited = 0;
  const server: Server = createServer((request, response) => {
    if (others?.(request, response)) return;
    answer(request, response).catch((error: unknown) => {
      fail(response, 400, error instanceof Error ? error.message : 'bad request');
    });
  });

  function json(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
  function fail(response: ServerResponse, status: number, message: string): void {
    json(response, status, { error: { message, type: 'OAuthException', code: status === 500 ? 2 : 100 } });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/simulator/messages') return json(response, 200, sent);
    // Paths may begin with an API version, /v21.0/….
    const [first = '', second] = url.pathname
      .replace(/^\/v\d+\.\d+/, '')
      .split('/')
      .filter(Boolean);
    const fields = url.searchParams.get('fields');
    if (request.method !== 'GET') return change(request.method ?? '', first, second, request, response);
    if (first === 'debug_token') {
      const scope = { scope: 'whatsapp_business_management', target_ids: [...businesses.keys()] };
      return json(response, 200, { data: { granular_scopes: [scope] } });
    }
    if (second === 'phone_numbers') {
      return json(response, 200, { data: (businesses.get(first) ?? []).map((id) => ({ id })) });
    }
    if (second === 'message_templates') return json(response, 200, { data: templates.of(first) });
    const listed = lookUpSent(sent, { id: first, edge: second, userId: url.searchParams.get('user_id') });
    if (listed !== null) return json(response, 200, listed);
    if (fields !== null && second === undefined) return tell(first, fields, response);
    if (request.method === 'GET' && first === 'media-bytes' && second !== undefined) return sendBytes(second, response);
    if (request.method === 'GET' && second === undefined && first !== '') return sendMediaAddress(first, response);
    fail(response, 404, 'Unknown path');
  }

  /** What changes something at the channel. */
  async function change(
    method: string,
    id: string,
    edge: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await readBody(request);
    if (!request.headers.authorization?.startsWith('Bearer ')) return fail(response, 401, 'No access token');
    if (mode === 'fail') return fail(response, 500, 'An unknown error occurred');
    if (mode === 'refuse') return fail(response, 400, 'Recipient phone number not in allowed list');
    if (edge === 'media' || edge === 'message_attachments') {
      const made = await files.take(request, body);
      if (made === null) return fail(response, 400, 'The file is missing');
      return json(response, 200, edge === 'media' ? { id: made } : { attachment_id: made });
    }
    if (edge === undefined) {
      moderated.push({ what: method === 'DELETE' ? 'deleted' : 'hidden', id });
      return json(response, 200, { success: true });
    }
    const parsedBody: unknown = JSON.parse(body.toString('utf8'));
    if (edge === 'replies' || edge === 'comments') return takeComment(id, parsedBody, response);
    if (edge !== 'messages') return fail(response, 404, 'Unknown path');
    const social = socialSchema.safeParse(parsedBody);
    return social.success ? takeSocial(id, social.data, response) : takeWhatsapp(id, parsedBody, response);
  }

  /** The business that has the number's templates; '' when it is not known. */
  function businessOf(numberId: string): string {
    return [...businesses].find(([, numbers]) => numbers.includes(numberId))?.[0] ?? '';
  }

  function keep(message: SentMessage, response: ServerResponse, said: unknown): void {
    sent.push(message);
    json(response, 200, said);
    onSent?.(message);
  }

  function takeComment(id: string, body: unknown, response: ServerResponse): void {
    const parsed = commentSchema.safeParse(body);
    if (!parsed.success) return fail(response, 400, parsed.error.message);
    const wamid = newSocialId();
    const to = { channel: 'comment', phone_number_id: id, to: id, callbackData: null } as const;
    const message = { ...to, wamid, text: parsed.data.message, ...NO_FILE, quotes: id, at: new Date() };
    keep(message, response, { id: wamid });
  }

  function takeSocial(id: string, body: z.infer<typeof socialSchema>, response: ServerResponse): void {
    const { recipient, message, reply_to } = body;
    const wamid = newMid();
    const taken: SentMessage = {
      channel: 'social',
      wamid,
      phone_number_id: id,
      to: recipient.id,
      text: message.text ?? '',
      file: message.attachment?.type ?? null,
      media_id: message.attachment?.payload.attachment_id ?? null,
      isVoice: false,
      quotes: reply_to?.mid ?? null,
      template: null,
      callbackData: message.metadata ?? null,
      at: new Date(),
    };
    keep(taken, response, { recipient_id: recipient.id, message_id: wamid });
  }

  /** Who somebody is, or what a post says. */
  function tell(id: string, fields: string, response: ServerResponse): void {
    if (fields.includes('name')) {
      const name = nameOf?.(id) ?? null;
      if (name === null) return fail(response, 404, 'Unsupported get request');
      const [first_name = '', ...rest] = name.split(' ');
      return json(response, 200, { id, name, first_name, last_name: rest.join(' ') });
    }
    const { caption, permalink, isAd, picture } = postOf(id);
    const { port: at } = server.address() as AddressInfo;
    const media_url = `http://127.0.0.1:${at}/media-bytes/${picture}`;
    const instagram = { caption, media_type: 'IMAGE', media_product_type: isAd ? 'AD' : 'FEED', media_url, permalink };
    const page = { message: caption, permalink_url: permalink, full_picture: media_url, status_type: 'added_photos' };
    json(response, 200, { id, ...instagram, ...page, promotion_status: isAd ? 'active' : 'ineligible' });
  }

  function takeWhatsapp(numberId: string, body: unknown, response: ServerResponse): void {
    const parsed = outgoingSchema.safeParse(body);
    if (!parsed.success) return fail(response, 400, parsed.error.message);
    const { to, type, text, image, video, audio, document, context, biz_opaque_callback_data } = parsed.data;
    if (limit.calls > 0) {
      limit.calls -= 1;
      limited += 1;
      response.setHeader('retry-after', String(limit.retryAfter));
      const error = { message: 'Rate limit hit', type: 'OAuthException', code: 130429 };
      return json(response, 429, { error });
    }
    if (refused.has(to)) return fail(response, 400, 'Recipient phone number not in allowed list');
    const file = image ?? video ?? audio ?? document;
    const template =
      parsed.data.template === undefined ? null : templates.arrive(businessOf(numberId), parsed.data.template);
    if (typeof template === 'string') return fail(response, 400, template);
    const message: SentMessage = {
      channel: 'whatsapp',
      wamid: newWamid(),
      phone_number_id: numberId,
      to,
      text: text?.body ?? file?.caption ?? template?.text ?? '',
      file: type === 'text' || type === 'template' ? (template?.media?.kind ?? null) : type,
      media_id: file?.id ?? template?.media?.id ?? null,
      isVoice: file?.voice === true,
      quotes: context?.message_id ?? null,
      template,
      callbackData: biz_opaque_callback_data ?? null,
      at: new Date(),
    };
    keep(message, response, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to.replace(/\D/g, '') }],
      messages: [{ id: message.wamid }],
    });
  }

  function sendMediaAddress(id: string, response: ServerResponse): void {
    const file = files.get(id);
    if (!file) return fail(response, 404, 'Unsupported get request');
    json(response, 200, {
      messaging_product: 'whatsapp',
      id,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/media-bytes/${encodeURIComponent(id)}`,
      mime_type: file.mimeType,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      file_size: file.bytes.length,
    });
  }

  function sendBytes(id: string, response: ServerResponse): void {
    const file = files.get(decodeURIComponent(id));
    if (!file) return fail(response, 404, 'Not found');
    response.writeHead(200, { 'content-type': file.mimeType, 'content-length': file.bytes.length }).end(file.bytes);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    moderated,
    templates,
    addMedia: files.add,
    media: files.get,
    answerWith: (next) => {
      mode = next;
    },
    refuseTo(numbers) {
      refused = new Set(numbers);
    },
    limitRate(next) {
      limit = { ...next };
    },
    get limited() {
      return limited;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
