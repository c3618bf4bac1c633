import { createHmac, randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import type { ContentItem } from '@inbox/domain';
import type { MetaAccount } from './account';
import { toContentItems } from '../../conversations/thread/content-rows';
import { metaReaders } from '../../app/channels';
import { metaWebhook } from './webhook/webhook';

/** A webhook of its own for one test file, and the shop that the test under way is about. */
export const here = {} as { world: ChannelWorld; app: FastifyInstance; shop: Shop; kind: MetaAccount['kind'] };

export async function openWebhook(): Promise<void> {
  here.world = await createChannelWorld();
  here.app = fastify();
  await here.app.register(metaWebhook({ ...here.world, readers: metaReaders }));
}

export async function closeWebhook(): Promise<void> {
  await here.app.close();
  await here.world.end();
}

/** From here on the tests are about a new merchant. */
export async function openShop(kind: MetaAccount['kind'] = 'whatsapp', outUrl?: string): Promise<void> {
  here.kind = kind;
  here.shop = await addShop(here.world, kind, outUrl === undefined ? {} : { outUrl });
}

export const sign = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Posts a delivery as Meta does; answers the HTTP status. */
export async function deliver(body: unknown, secret = here.shop.appSecret, to = here.app): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(secret, payload) };
  const { statusCode } = await to.inject({ method: 'POST', url: '/channels/meta', payload, headers });
  return statusCode;
}

export const SENDER = '919812345678';

export const change = (value: object, of = here.shop): object => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '919800000001', phone_number_id: of.externalId },
    contacts: [{ profile: { name: 'Rohit Khanna' }, wa_id: SENDER }],
    ...value,
  },
});

export const delivery = (...changes: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1029384756', changes }],
});

export const message = (content: object) => ({
  from: SENDER,
  id: `wamid.${randomUUID()}`,
  timestamp: '1795000000',
  ...content,
});

export const text = (body: string) => message({ type: 'text', text: { body } });

export async function contents(of = here.shop) {
  return here.world.test.db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', of.merchantId)
    .where('content_type', '<>', 'log')
    .orderBy('id')
    .execute();
}

/** What the thread shows, by the order of arrival. */
export const items = async (): Promise<ContentItem[]> =>
  toContentItems(here.world.test.db, here.shop.merchantId, await contents());

/** What the channel tells of each message beside its words. */
export const channels = async () => (await items()).map((item) => ('channel' in item ? item.channel : undefined));

export async function deadLetters() {
  return here.world.test.db.selectFrom('inbox_kept').selectAll().orderBy('id').execute();
}

export async function deadLettersHere() {
  return (await deadLetters()).filter(({ merchant_id }) => merchant_id === here.shop.merchantId);
}
