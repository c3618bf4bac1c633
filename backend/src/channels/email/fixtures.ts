import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { startMailServer, type MailServer } from './server/server';

/** A mail server of its own for one test file, and the shop that the test under way is about. */
export const here = {} as { world: ChannelWorld; door: MailServer; shop: Shop };

export async function openSmtp(): Promise<void> {
  here.world = await createChannelWorld();
  here.door = await startMailServer({ ...here.world, port: 0, host: '127.0.0.1' });
}

export async function closeSmtp(): Promise<void> {
  await here.door.close();
  await here.world.end();
}

/** From here on the tests are about a new merchant. */
export async function openShop(): Promise<void> {
  here.shop = await addShop(here.world, 'email');
}

interface Answer {
  responseCode?: number;
  response?: string;
}

/** Sends these very bytes, as a mail server would. */
export async function send(
  raw: string | Buffer,
  { from = 'mta@home.example', to = [here.shop.externalId], port = here.door.port } = {},
) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const sent = transport.sendMail({ raw, envelope: { from, to } });
  return sent.then(
    (info): Answer => ({ response: info.response }),
    (error: Answer) => error,
  );
}

export const mail = (headers: readonly string[], body = 'Where is my order?'): string =>
  [...headers, '', body].join('\r\n').replace(/\r?\n/g, '\r\n');
export const plain = (more: readonly string[] = [], body?: string): string =>
  mail(['From: Rohit Khanna <Rohit@Home.example>', 'To: help@shop.example', 'Subject: Order 12', ...more], body);

export const contents = async (of = here.shop) =>
  here.world.test.db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', of.merchantId)
    .where('content_type', '=', 'email')
    .orderBy('id')
    .execute();
export const files = async () =>
  here.world.test.db
    .selectFrom('attachments')
    .selectAll()
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('id')
    .execute();
export const kept = async () =>
  here.world.test.db.selectFrom('inbox_kept').selectAll().where('merchant_id', '=', here.shop.merchantId).execute();
export const filesOnDisk = async () =>
  (await readdir(join(here.world.dataDir, 'uploads'), { recursive: true }).catch(() => [])).filter(
    (name) => name.length > 30,
  );
