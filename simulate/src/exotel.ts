import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PhoneLine } from './accounts';

/** A call that the inbox has asked for, or that a customer has made. */
export interface SimulatedCall {
  sid: string;
  line: PhoneLine;
  from: string;
  to: string;
  customField: string | null;
}

export interface ExotelOptions {
  lines: readonly PhoneLine[];
  /** Told of each call right after it was taken. */
  onCall: (call: SimulatedCall) => void;
}

/** Customers whose number ends in 9 are never there to answer. */
export const isAnswered = (phone: string): boolean => !phone.endsWith('9');

const newSid = () => randomBytes(16).toString('hex');

const ACCOUNT_PATH = /^\/exotel\/v1\/Accounts\/([^/]+)\.json$/;
const PATH = /^\/exotel\/v1\/Accounts\/([^/]+)\/Calls\/connect\.json$/;

/** Answers the telephony provider's calls. @returns whether the request was one of them */
export function answerExotel({ lines, onCall }: ExotelOptions) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const asked = ACCOUNT_PATH.exec(request.url ?? '')?.[1];
    if (asked !== undefined && request.method === 'GET') {
      describeAccount(decodeURIComponent(asked), request, response);
      return true;
    }
    const sid = PATH.exec(request.url ?? '')?.[1];
    if (sid === undefined || request.method !== 'POST') return false;
    connect(decodeURIComponent(sid), request, response).catch(() => response.destroy());
    return true;
  };

  function lineOf(accountSid: string, { headers }: IncomingMessage): PhoneLine | undefined {
    const line = lines.find(({ account_sid }) => account_sid === accountSid);
    const basic = line && `Basic ${Buffer.from(`${line.api_key}:${line.api_token}`).toString('base64')}`;
    return headers.authorization === basic ? line : undefined;
  }

  function describeAccount(accountSid: string, request: IncomingMessage, response: ServerResponse): void {
    const line = lineOf(accountSid, request);
    const body = line
      ? { Account: { Sid: line.account_sid, Status: 'active' } }
      : { RestException: { Status: 401, Message: 'Authentication failed' } };
    response.writeHead(line ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function connect(accountSid: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const fail = (Status: number, Message: string) => json(Status, { RestException: { Status, Message } });

    const form = new URLSearchParams(await textOf(request));
    const line = lineOf(accountSid, request);
    if (line === undefined) return void fail(401, 'Authentication failed');
    const [from, to] = [form.get('From') ?? '', form.get('To') ?? ''];
    if (!isPhone(from) || !isPhone(to)) return void fail(400, 'Please enter a valid phone number');
    const call = { sid: newSid(), line, from, to, customField: form.get('CustomField') };
    json(200, { Call: { Sid: call.sid, Status: 'in-progress', From: from, To: to, Direction: 'outbound-api' } });
    onCall(call);
  }
}

const isPhone = (text: string) => /^\+?\d{10,15}$/.test(text);

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

/** Tells the inbox how a call goes that it asked for. */
export async function reportCall(backend: string, call: SimulatedCall, event: 'answered' | 'terminal'): Promise<void> {
  const talked = isAnswered(call.to);
  if (event === 'answered' && !talked) return;
  const Status = event === 'answered' ? 'in-progress' : talked ? 'completed' : 'no-answer';
  await tell(backend, call.line, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      CallSid: call.sid,
      EventType: event,
      Status,
      From: call.from,
      To: call.to,
      Direction: 'outbound-api',
      ConversationDuration: event === 'terminal' && talked ? 125 : 0,
      CustomField: call.customField,
    }),
  });
}

/** A customer calls the store: the provider tells the inbox that it rings, and how the call ended. */
export async function callIn(backend: string, line: PhoneLine, from: string): Promise<void> {
  const CallSid = newSid();
  const call = { CallSid, CallFrom: from, CallTo: line.number, From: from, To: line.number, Direction: 'incoming' };
  const end = isAnswered(from)
    ? { CallType: 'completed', DialCallStatus: 'completed', DialCallDuration: '64' }
    : { CallType: 'incomplete', DialCallStatus: 'no-answer', DialCallDuration: '0' };
  for (const event of [{ CallType: 'call-attempt', CallStatus: 'ringing' }, end]) {
    await tell(backend, line, { method: 'GET' }, new URLSearchParams({ ...call, ...event }));
  }
}

async function tell(backend: string, line: PhoneLine, init: RequestInit, query?: URLSearchParams): Promise<void> {
  const address = `${backend}/channels/exotel/${line.webhook_secret}`;
  const response = await fetch(query ? `${address}?${query.toString()}` : address, init);
  if (!response.ok) throw new Error(`The inbox refused a call's report: ${response.status}`);
}
