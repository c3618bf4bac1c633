import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoMedia } from './demo-media';
import { randomFrom } from './random';
import { person } from './shop';
import { hubSignature } from './post-signed';
import { startSimulator, type Simulator } from './simulator';
import { sendMail } from './mail/send-mail';

interface Delivery {
  signature: string;
  body: string;
}

/** Stands where the inbox would, and keeps what is delivered to it. */
async function listenForDeliveries() {
  const deliveries: Delivery[] = [];
  const waiting: (() => void)[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({
        signature: String(request.headers['x-hub-signature-256']),
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(200).end();
      for (const tell of waiting.splice(0)) tell();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    async until(count: number) {
      while (deliveries.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const account = {
  kind: 'whatsapp' as const,
  merchant: 'Test',
  phone_number_id: '111',
  display_phone_number: '911111111111',
  app_secret: 'shh',
};

describe('the other side', () => {
  let inbox: Awaited<ReturnType<typeof listenForDeliveries>>;
  let simulator: Simulator;

  beforeEach(async () => {
    inbox = await listenForDeliveries();
    const file = { backend: inbox.origin, smtp_port: 0, graph_port: 0, mail_port: 0, accounts: [account] };
    simulator = await startSimulator(file, { deliveredAfter: 0, readAfter: 1, log: () => undefined });
  });
  afterEach(async () => {
    await simulator.close();
    await inbox.close();
  });

  const send = (headers: Record<string, string> = { authorization: 'Bearer x' }) =>
    fetch(`http://127.0.0.1:${simulator.graph.port}/v21.0/111/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: '919876543210',
        type: 'text',
        text: { body: 'Hello' },
        biz_opaque_callback_data: '7',
      }),
    });

  it('answers a send with a message id, then reports it delivered and read, signed', async () => {
    const answer = await send();
    expect(answer.status).toBe(200);
    await inbox.until(2);
    const [sent] = simulator.graph.sent;
    expect(sent).toMatchObject({ to: '919876543210', text: 'Hello', callbackData: '7' });
    for (const { body, signature } of inbox.deliveries) expect(signature).toBe(hubSignature('shh', body));
    const statuses = inbox.deliveries.map(({ body }) => /"status":"(\w+)"/.exec(body)?.[1]);
    expect(statuses).toEqual(['delivered', 'read']);
    expect(inbox.deliveries[0]?.body).toContain(sent?.wamid);
  });

  it('refuses a send without a token and fails when it is told to', async () => {
    expect((await send({})).status).toBe(401);
    simulator.graph.answerWith('fail');
    expect((await send()).status).toBe(500);
    simulator.graph.answerWith('refuse');
    expect((await send()).status).toBe(400);
    expect(simulator.graph.sent).toHaveLength(0);
  });

  it('lets a customer talk through the signed door', async () => {
    await simulator.talker.sayNext();
    expect(inbox.deliveries).toHaveLength(1);
    expect(inbox.deliveries[0]?.body).toContain('"phone_number_id":"111"');
  });

  it('hands out a picture under a number, by address and then by bytes', async () => {
    const address = await fetch(`http://127.0.0.1:${simulator.graph.port}/v21.0/4711`);
    const { url, file_size } = (await address.json()) as { url: string; file_size: number };
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(bytes.length).toBe(file_size);
    expect(bytes.equals(demoMedia('4711').bytes)).toBe(true);
  });

  it('takes mail in as the customers’ mail server', async () => {
    await sendMail(simulator.mail.port, {
      from: { name: 'Shop', address: 'care@shop.example' },
      to: 'rohit@mail.example',
      subject: 'Re: नमस्ते',
      text: 'On its way',
      inReplyTo: '<a@mail.example>',
    });
    expect(simulator.mail.sent).toMatchObject([
      { subject: 'Re: नमस्ते', to: ['rohit@mail.example'], inReplyTo: '<a@mail.example>' },
    ]);
  });
});

it('the same seed makes the same people, and no two share a phone', () => {
  const people = (seed: number) => {
    const random = randomFrom(seed);
    return Array.from({ length: 500 }, (_, index) => person(random, index));
  };
  expect(people(7)).toEqual(people(7));
  expect(new Set(people(7).map(({ phone }) => phone)).size).toBe(500);
});

it.each([0, 399, 11_600, 119_999])('customer %i has an Indian mobile number', (index) => {
  expect(person(randomFrom(1), index).phone).toMatch(/^919\d{9}$/);
});
