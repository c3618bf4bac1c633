import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import pino from 'pino';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { startSession } from '../../agents/sign-in/sign-in';
import { fixedKeys } from '../../agents/sessions/signing-keys';
import { createTokens } from '../../agents/sessions/token';
import { delivery, change, message, sign, SENDER } from '../../channels/meta/fixtures';
import { traceOfLog } from './tracing';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { startFakeGraph, until, type FakeGraph } from '../../testing/fake-graph';
import { addAgent } from '../../testing/rows';
import { startInbox, type Inbox } from '../../app/inbox';
import { readSettings } from '../../app/settings/settings';

const SECRET = 'a secret for tests, long enough to be one';
const WORDS = 'Where is my blue saree';

const Value = z.object({
  stringValue: z.optional(z.string()),
  intValue: z.optional(z.union([z.string(), z.number()])),
});
const ReceivedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
});
type ReceivedSpan = z.infer<typeof ReceivedSpan>;
const Received = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(ReceivedSpan) })) })),
});

/** What a collector of OpenTelemetry is to the inbox. */
let raw = '';
const spans: ReceivedSpan[] = [];
const receiver = createServer((request, answer) => {
  void request.toArray().then((parts) => {
    const text = Buffer.concat(parts).toString();
    raw += text;
    const { resourceSpans } = Received.parse(JSON.parse(text) as unknown);
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

let world: ChannelWorld;
let graph: FakeGraph;
let shop: Shop;
let mailbox: Shop;
let inbox: Inbox;
let token: string;
let socket: WebSocket;
const heard: { type: string; tickets?: { id: number }[]; items?: { conversation_id: number }[] }[] = [];
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '20';
  world = await createChannelWorld();
  graph = await startFakeGraph();
  shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
  mailbox = await addShop(world, 'email');
  const env = {
    PORT: '0',
    INBOX_SMTP_PORT: '0',
    INBOX_SEED: 'none',
    INBOX_MAIL_CHECK: 'no',
    INBOX_JWT_SECRET: SECRET,
    INBOX_DATA_DIR: world.dataDir,
    DATABASE_URL: world.test.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  };
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  inbox = await startInbox({
    settings: readSettings(env, '/'),
    root: '/nowhere',
    logger: pino({ mixin: traceOfLog }, { write }),
    say: () => undefined,
    fail: () => undefined,
    signal: new AbortController().signal,
  });
  const agentId = await addAgent(world.test.db, shop.merchantId, { email: 'asha@shop.example' });
  token =
    (await startSession({ ...inbox.context, tokens: createTokens(fixedKeys([SECRET])) }, shop.merchantId, agentId)) ??
    '';
  socket = new WebSocket(`${inbox.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as (typeof heard)[number]));
  await once(socket, 'open');
});

afterAll(async () => {
  socket?.terminate();
  await inbox?.close();
  await graph?.close();
  await world?.end();
  receiver.close();
  delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
});

const named = (name: string, traceId: string) => spans.filter((span) => span.name === name && span.traceId === traceId);
const childOf = (name: string, parent: ReceivedSpan | undefined) =>
  spans.find((span) => span.name === name && span.parentSpanId === parent?.spanId);
/** The spans that are below one by these names, whichever of several it is. */
const below = (from: readonly ReceivedSpan[], ...names: string[]): readonly ReceivedSpan[] =>
  names.reduce(
    (parents, name) =>
      spans.filter((span) => span.name === name && parents.some(({ spanId }) => spanId === span.parentSpanId)),
    from,
  );
const attributesOf = (span: ReceivedSpan | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );

describe('a trace', () => {
  it('goes from a webhook through the store to the write into the page', async () => {
    const body = JSON.stringify(
      delivery(
        change(
          {
            messages: [message({ timestamp: `${Math.floor(Date.now() / 1000)}`, type: 'text', text: { body: WORDS } })],
          },
          shop,
        ),
      ),
    );
    const answer = await fetch(`${inbox.url}/channels/meta`, {
      method: 'POST',
      // A stranger does not choose the trace.
      headers: {
        'x-hub-signature-256': sign(shop.appSecret, body),
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
      body,
    });
    expect(answer.status).toBe(200);
    await until(() =>
      spans.some(({ name, traceId }) => name === 'live.send' && named('POST /channels/meta', traceId).length > 0),
    );
    const root = spans.find(({ name }) => name === 'POST /channels/meta');
    expect(root).toMatchObject({ name: 'POST /channels/meta' });
    expect(root?.parentSpanId ?? '').toBe('');
    expect(root?.traceId).not.toBe('a'.repeat(32));
    expect(attributesOf(root)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/channels/meta',
      'http.response.status_code': 200,
    });
    const stored = childOf('store', root);
    const sent = childOf('live.send', stored);
    expect(attributesOf(sent)).toEqual({ 'inbox.event': 'conversations.new_message', 'inbox.pages': 1 });
    expect([stored?.traceId, sent?.traceId]).toEqual([root?.traceId, root?.traceId]);
    await until(() => lines.some(({ msg, path }) => msg === 'answered' && path === '/channels/meta'));
    expect(lines.find(({ path }) => path === '/channels/meta')).toMatchObject({ trace_id: root?.traceId });
  });

  it('goes from Enter through the outbox to the answer of the channel and back into the page', async () => {
    await until(() => heard.some(({ type }) => type === 'conversations.new_message'));
    const { tickets, items } = heard.find(({ type }) => type === 'conversations.new_message') ?? {};
    const temp_id = randomUUID();
    const traceId = temp_id.replaceAll('-', '');
    const answer = await fetch(`${inbox.url}/api/inbox/ticket/reply/`, {
      method: 'POST',
      headers: {
        authorization: `jwt ${token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({
        temp_id,
        message: 'It left today',
        ticket_id: tickets?.[0]?.id,
        conversation_id: items?.[0]?.conversation_id,
        conversation_source: 'whatsapp',
      }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('success')]);
    const calls = () => named('POST /api/inbox/ticket/reply/', traceId);
    const delivered = () => below(calls(), 'store', 'outbox.deliver');
    // Spans come in as they end, in batches.
    await until(() => below(delivered(), 'store', 'live.send').length > 0);
    await until(() => below(calls(), 'store', 'live.send').length > 0);
    expect(calls().map(({ parentSpanId }) => parentSpanId)).toEqual(['00f067aa0ba902b7']);
    expect(below(delivered(), 'channel.send').map(attributesOf)).toEqual([
      { 'inbox.channel': 'whatsapp', 'inbox.answer': 'sent' },
    ]);
    expect(graph.calls.at(-1)?.body?.text?.body).toBe('It left today');
  });

  it('goes from a mail to the write into the page', async () => {
    const smtp = createTransport({ host: '127.0.0.1', port: inbox.smtpPort!, secure: false, ignoreTLS: true });
    await smtp.sendMail({ from: 'Meera <meera@mail.example>', to: mailbox.externalId, subject: WORDS, text: WORDS });
    smtp.close();
    await until(() => spans.some(({ name }) => name === 'mail'));
    const root = spans.find(({ name }) => name === 'mail');
    expect(root?.parentSpanId ?? '').toBe('');
    expect(childOf('store', root)?.traceId).toBe(root?.traceId);
  });

  it('tells nobody what was written, nor who wrote to whom', async () => {
    await inbox.close();
    expect(spans.length).toBeGreaterThan(10);
    for (const secret of [
      'saree',
      'left today',
      'Rohit',
      'Meera',
      'meera@',
      SENDER,
      'asha@',
      'Asha',
      mailbox.externalId,
    ])
      expect(raw).not.toContain(secret);
  });
});
