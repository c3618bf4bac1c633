import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { newWamid } from './delivery';

const outgoingSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string(),
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  context: z.optional(z.object({ message_id: z.string() })),
  biz_opaque_callback_data: z.optional(z.string()),
});

/** A message that the inbox sent to a customer. */
export interface SentMessage {
  wamid: string;
  phone_number_id: string;
  to: string;
  text: string;
  quotes: string | null;
  callbackData: string | null;
  at: Date;
}

export interface GraphServer {
  port: number;
  /** What arrived at customers so far, in order. */
  readonly sent: readonly SentMessage[];
  /** Keeps a file under a media id, for webhooks that name it. */
  addMedia(id: string, file: { bytes: Buffer; mimeType: string }): void;
  /** How the next calls are answered: taken, refused for good, or failing for now. */
  answerWith(mode: 'accept' | 'refuse' | 'fail'): void;
  close(): Promise<void>;
}

export interface GraphOptions {
  /** 0 takes any free port. */
  port: number;
  /** Told of each message right after it was answered. */
  onSent?: (message: SentMessage) => void;
  /** A file for a media id that nobody added; null is 404. */
  mediaFor?: (id: string) => { bytes: Buffer; mimeType: string } | null;
}

const MAX_BODY = 1_000_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers the calls of the Graph API that the inbox makes: messages, media addresses and media bytes. */
export async function startGraphServer({ port, onSent, mediaFor }: GraphOptions): Promise<GraphServer> {
  const sent: SentMessage[] = [];
  const media = new Map<string, { bytes: Buffer; mimeType: string }>();
  let mode: 'accept' | 'refuse' | 'fail' = 'accept';
  const server: Server = createServer((request, response) => {
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
    if (request.method === 'POST' && second === 'messages') return takeMessage(first, request, response);
    if (request.method === 'GET' && first === 'media-bytes' && second !== undefined) return sendBytes(second, response);
    if (request.method === 'GET' && second === undefined && first !== '') return sendMediaAddress(first, response);
    fail(response, 404, 'Unknown path');
  }

  async function takeMessage(numberId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (!request.headers.authorization?.startsWith('Bearer ')) return fail(response, 401, 'No access token');
    if (mode === 'fail') return fail(response, 500, 'An unknown error occurred');
    if (mode === 'refuse') return fail(response, 400, 'Recipient phone number not in allowed list');
    const parsed = outgoingSchema.safeParse(JSON.parse(body));
    if (!parsed.success) return fail(response, 400, parsed.error.message);
    const { to, text, context, biz_opaque_callback_data } = parsed.data;
    const message: SentMessage = {
      wamid: newWamid(),
      phone_number_id: numberId,
      to,
      text: text?.body ?? '',
      quotes: context?.message_id ?? null,
      callbackData: biz_opaque_callback_data ?? null,
      at: new Date(),
    };
    sent.push(message);
    json(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to.replace(/\D/g, '') }],
      messages: [{ id: message.wamid }],
    });
    onSent?.(message);
  }

  const fileOf = (id: string) => media.get(id) ?? mediaFor?.(id) ?? null;

  function sendMediaAddress(id: string, response: ServerResponse): void {
    const file = fileOf(id);
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
    const file = fileOf(decodeURIComponent(id));
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
    addMedia: (id, file) => void media.set(id, file),
    answerWith: (next) => {
      mode = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
