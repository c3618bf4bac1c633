import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MerchantId } from '@inbox/domain';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import type { Vault } from '../accounts/vault';
import { inTransaction } from '../db/transaction';
import { isTransient } from '../db/transient-error';
import type { WorkContext } from '../db/unit-of-work';
import { wordsOf } from '../lib/error-words';
import { storeDeadLetter } from '../messages/dead-letters';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readWebhook } from './read-webhook';
import type { ShopRecord } from './shop-record';
import { findCustomersOf, storeRecords } from './shop-records';
import { markDue } from './shop-syncs';
import { findShop, type Shop } from './shops';

export const SHOPIFY_WEBHOOK_PATH = '/channels/shopify';

const MAX_BODY_BYTES = 5_000_000;

type ShopContext = Pick<WorkContext, 'db' | 'live'>;

export interface ShopWebhookDeps {
  context: ShopContext;
  vault: Vault;
  /** Called, in one line, of what the operator should know; never a secret. */
  log: (line: string) => void;
}

/**
 * Shops say here, at POST /channels/shopify, what changed. Answered 200 when it is stored, or kept for the operator, 401
 * when no shop has signed it, and 500 when it cannot be stored now, so that it is delivered again.
 */
export function shopifyWebhook(deps: ShopWebhookDeps): FastifyPluginAsync {
  return async (app) => {
    // The signature is over the bytes as they came, so they are not parsed before it is checked.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    app.post(SHOPIFY_WEBHOOK_PATH, async ({ body: received, headers }, reply) => {
      const body = Buffer.isBuffer(received) ? received : Buffer.alloc(0);
      const header = (name: string): string => String(headers[name] ?? '');
      try {
        const shop = await findShop(deps.context.db, deps.vault, { domain: header('x-shopify-shop-domain') });
        const isSigned = isSignedBy(shop?.credentials.app_secret, header('x-shopify-hmac-sha256'), body);
        if (shop === undefined || !isSigned) return await reply.code(401).send(refusal('The signature is not right.'));
        await ingest(deps, shop, header('x-shopify-topic'), body);
        return await reply.send({ success: true });
      } catch (error) {
        deps.log(`A webhook of a shop could not be stored: ${wordsOf(error)}`);
        return reply.code(500).send(refusal('The webhook could not be stored. Please deliver it again.'));
      }
    });
  };
}

const refusal = (message: string) => ({ success: false, error: { message } });

/** Takes the same time for every wrong signature. */
function isSignedBy(secret: string | undefined, header: string, body: Buffer): boolean {
  if (secret === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(header, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function ingest(deps: ShopWebhookDeps, shop: Shop, topic: string, body: Buffer): Promise<void> {
  const { db } = deps.context;
  const keep = async (reason: string) =>
    storeDeadLetter(db, { merchantId: shop.merchant_id, door: 'shopify', reason, body, told: { topic } });
  try {
    const problem = await takeIn(deps.context, shop.merchant_id, topic, body);
    if (problem !== null) await keep(problem);
  } catch (error) {
    if (isTransient(error)) throw error;
    deps.log(`A webhook of a shop is kept, since it failed: ${wordsOf(error)}`);
    await keep(`Could not be taken in: ${wordsOf(error)}`);
  }
}

/** @returns why it was not taken in; null when it was */
async function takeIn(
  context: ShopContext,
  merchantId: MerchantId,
  topic: string,
  body: Buffer,
): Promise<string | null> {
  const read = readWebhook(topic, body, await readHomeCountry(context.db, merchantId));
  if ('problem' in read) return read.problem;
  await storeChange(context, merchantId, read);
  return null;
}

const toldSchema = z.object({ topic: z.string() });

/** Takes a webhook in once more that was stored as a dead letter of this merchant; answers as `takeIn`. */
export async function takeWebhookAgain(
  context: ShopContext,
  merchantId: MerchantId,
  { body, told }: { body: Buffer; told: unknown },
): Promise<string | null> {
  return takeIn(context, merchantId, toldSchema.parse(told).topic, body);
}

/** Only of people who have written is anything stored: who writes later is asked for then. */
async function storeChange({ db, live }: ShopContext, merchantId: MerchantId, record: ShopRecord): Promise<void> {
  const affected = await inTransaction(db, async (tx) => {
    const { kind, external_id, shop_customer_id } = record;
    // Also whose it was before, and who is known as that customer of the shop.
    const related = await tx
      .selectFrom('shop_records')
      .select(['emails', 'phone_numbers'])
      .where('merchant_id', '=', merchantId)
      .where((eb) =>
        eb.or([
          eb.and([eb('kind', '=', kind), eb('external_id', '=', external_id)]),
          eb.and([eb('kind', '=', 'customer'), eb('external_id', '=', shop_customer_id ?? '')]),
        ]),
      )
      .execute();
    const contacts = {
      emails: [record.contacts.emails, ...related.map(({ emails }) => emails)].flat(),
      phones: [record.contacts.phones, ...related.map(({ phone_numbers }) => phone_numbers ?? [])].flat(),
    };
    const customers = await findCustomersOf(tx, merchantId, contacts);
    if (customers.length === 0 && related.length === 0) return [];
    if (!(await storeRecords(tx, merchantId, [record]))) return [];
    // Orders that were made as a guest may be this customer's now.
    if (kind === 'customer') await markDue(tx, merchantId, customers);
    return customers;
  });
  if (affected.length > 0) live.signal(merchantId, { type: 'customers.changed', customer_ids: affected });
}
