import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentMessage } from '../sent-message';
import type { StoredFile } from './stored-files';

/** Answer of the Graph API to one call: JSON, or a file's bytes. */
export interface Answer {
  status: number;
  json?: unknown;
  file?: StoredFile;
  /** Seconds after which the caller may ask again. */
  retryAfter?: number;
  /** The message that arrived by this call. */
  sent?: SentMessage;
}

export const ok = (json: unknown): Answer => ({ status: 200, json });

export const failed = (status: number, message: string): Answer => ({
  status,
  json: { error: { message, type: 'OAuthException', code: status === 500 ? 2 : 100 } },
});

export function write(response: ServerResponse, { status, json, file, retryAfter }: Answer): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  if (file) {
    response.writeHead(status, { 'content-type': file.mimeType, 'content-length': file.bytes.length }).end(file.bytes);
  } else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

const MAX_BODY = 110_000_000;

/** @throws Error for a body of more than 110 MB */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
