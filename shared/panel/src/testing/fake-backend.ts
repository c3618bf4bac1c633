import type { UploadedFile } from '@inbox/domain';
import {
  ApiError,
  MEDIA_PATH,
  MULTIPLE_MEDIA_PATH,
  successSchema,
  type Call,
  type CallAnswer,
  type CallInput,
  type Transport,
  type TransportResponse,
} from '@inbox/api';
import { allCalls, type AllCalls, type AnyCallName } from '@inbox/api/all-calls';

/** What the fake backend answers, by call. A thrown ApiError becomes the failure that the real one would answer. */
export type Answers = {
  [Name in AnyCallName]?: (
    input: CallInput<AllCalls[Name]>,
    context: { signal: AbortSignal | undefined },
  ) => CallAnswer<AllCalls[Name]> | Promise<CallAnswer<AllCalls[Name]>>;
} & {
  /** A file that is uploaded for a ticket, or for a template: then the ticket is ''. */
  upload?: (form: FormData, ticket: string) => UploadedFile | Promise<UploadedFile>;
  /** An attachment's file. */
  file?: (path: string) => Blob;
};

export interface CallLogEntry {
  name: AnyCallName;
  input: unknown;
  /** Aborted when the panel gave the call up. */
  signal: AbortSignal | undefined;
}

type AnyCall = Call<unknown, unknown, unknown, unknown>;
type AnyAnswer = (input: unknown, context: { signal: AbortSignal | undefined }) => unknown;

const table = Object.entries(allCalls).map(([name, call]) => ({
  name: name as AnyCallName,
  call: call as AnyCall,
  pattern: new RegExp(`${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

function failure(error: ApiError): TransportResponse {
  if (error.kind === 'offline' || error.kind === 'timeout') throw error;
  if (error.kind === 'bad-answer') return { status: 200, data: { success: true, data: 'nonsense' } };
  const { status, fields, code, items } = error.details;
  const usual = { refused: 400, 'signed-out': 401, server: 500 }[error.kind];
  return { status: status ?? usual, data: { success: false, error: { message: error.message, fields, code, items } } };
}

const UPLOAD = new RegExp(`(?:${MEDIA_PATH.replace(':ticket_id', '(\\d+)')}|${MULTIPLE_MEDIA_PATH})$`);

/** The texts of a form by their names: a list where a name comes more than once. */
function textsOf(form: FormData): Record<string, unknown> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(names.map((name) => [name, form.getAll(name)]));
}

function answerOf(error: unknown): TransportResponse {
  if (error instanceof ApiError) return failure(error);
  throw error;
}

/** Rejects when the signal aborts, as a real call does. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('given up', 'AbortError'));
    signal.addEventListener('abort', giveUp, { once: true });
    // A signal may outlive many calls, and must not keep their answers.
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** A backend in the page: requests and answers are checked by the schemas of the real one. */
export function createFakeBackend(answers: Answers, log: CallLogEntry[]): Transport {
  return async ({ method, url, params, data, responseType, signal }) => {
    const found = table
      .map((entry) => ({ ...entry, match: entry.call.method === method ? entry.pattern.exec(url) : null }))
      .find((entry) => entry.match);
    const media = UPLOAD.exec(url);
    if (media && answers.upload && data instanceof FormData) {
      const given = unlessAborted(Promise.resolve(answers.upload(data, media[1] ?? '')), signal);
      return given.then((file) => ({ status: 200, data: { success: true, data: [file] } }), answerOf);
    }
    if (responseType === 'blob' && answers.file) return { status: 200, data: answers.file(url) };
    if (!found?.match) throw new Error(`No call of the inbox is ${method} ${url}`);
    const { name, call, match } = found;
    const input = {
      ...(call.params && { params: call.params.parse({ ...match.groups }) }),
      ...(call.query && { query: call.query.parse(params ?? {}) }),
      ...(call.body && { body: call.body.parse(data instanceof FormData ? textsOf(data) : data) }),
    };
    log.push({ name, input, signal });
    const answer = answers[name] as AnyAnswer | undefined;
    if (!answer) throw new Error(`The test gave no answer for the call ${name}`);
    try {
      const given = await unlessAborted(Promise.resolve(answer(input, { signal })), signal);
      // It goes out as it was given: whoever asked reads it by the schema itself.
      const answered = { success: true, data: given };
      successSchema(call.answer).parse(answered);
      return { status: 200, data: answered };
    } catch (error) {
      return answerOf(error);
    }
  };
}
