import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SentMessage } from '../sent-message';
import type { TemplateShelf } from '../whatsapp/templates';
import { failed, ok, write, type Answer } from './answer';
import { answerRead } from './reads';
import { createGraphState, type GraphState } from './state';
import type { StoredFile } from './stored-files';
import { answerWrite } from './writes';

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

/** Answers the calls of the Graph API that the inbox makes: messages, media addresses and media bytes. */
export async function startGraphServer(options: GraphOptions): Promise<GraphServer> {
  const { onSent, mediaFor, nameOf = () => null, businesses = new Map(), others } = options;
  const state = createGraphState(businesses, nameOf, mediaFor);
  const portOf = () => (server.address() as AddressInfo).port;
  const server = createServer((request, response) => {
    if (others?.(request, response)) return;
    void answer(state, request, portOf())
      .catch((error: unknown) => failed(400, error instanceof Error ? error.message : 'bad request'))
      .then((answered) => {
        write(response, answered);
        if (answered.sent) onSent?.(answered.sent);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { sent, moderated, templates, files } = state;
  return {
    port: portOf(),
    sent,
    moderated,
    templates,
    addMedia: files.add,
    media: files.get,
    answerWith(mode) {
      state.mode = mode;
    },
    refuseTo(numbers) {
      state.refused = new Set(numbers);
    },
    limitRate(limit) {
      state.limit = { ...limit };
    },
    get limited() {
      return state.limited;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(state: GraphState, request: IncomingMessage, port: number): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/simulator/messages') return ok(state.sent);
  // Paths may begin with an API version, /v21.0/….
  const [id = '', edge] = url.pathname
    .replace(/^\/v\d+\.\d+/, '')
    .split('/')
    .filter(Boolean);
  return request.method === 'GET' ? answerRead(state, url, id, edge, port) : answerWrite(state, request, id, edge);
}
