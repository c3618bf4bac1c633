import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MerchantId } from '@inbox/domain';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import type { Vault } from '../accounts/vault';
import { inTransaction } from '../platform/db/transaction';
import { isTransient } from '../platform/db/transient-error';
import type { WorkContext } from '../platform/db/unit-of-work';
import { wordsOf } from '../platform/errors/errors';
import { storeDeadLetter } from '../conversations/dead-letters/dead-letters';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readTriggeredAt } from './rank';
import { readWebhook } from './read-webhook';
import { storeChange, storeDeletion } from './store-change';
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
        const triggeredAt = readTriggeredAt(header('x-shopify-triggered-at'));
        await ingest(deps, shop, { topic: header('x-shopify-topic'), triggeredAt, body });
        return await reply.send({ success: true });
      } catch (error) {
        deps.log(`A webhook of a shop could not be stored: ${wordsOf(error)}`);
        return reply.code(500).send(refusal('The webhook could not be stored. Please deliver it again.'));
      }
    });
  };
}

interface Webhook {
  topic: string;
  /** See `readTriggeredAt`. */
  triggeredAt: string | null;
  body: Buffer;
}

const refusal = (message: string) => ({ success: false, error: { message } });

/** Takes the same time for every wrong signature. */
function isSignedBy(secret: string | undefined, header: string, body: Buffer): boolean {
  if (secret === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(header, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function ingest(deps: ShopWebhookDeps, shop: Shop, webhook: Webhook): Promise<void> {
  const { db } = deps.context;
  const { topic, triggeredAt, body } = webhook;
  const told = { topic, triggered_at: triggeredAt };
  const keep = async (reason: string) =>
    storeDeadLetter(db, { merchantId: shop.merchant_id, door: 'shopify', reason, body, told });
  try {
    const problem = await takeIn(deps.context, shop.merchant_id, webhook);
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
  { topic, triggeredAt, body }: Webhook,
): Promise<string | null> {
  const read = readWebhook(topic, body, await readHomeCountry(context.db, merchantId), triggeredAt);
  if ('problem' in read) return read.problem;
  const source = { by: 'webhook', isCreation: topic.endsWith('/create'), triggeredAt } as const;
  const affected = await inTransaction(context.db, async (tx) =>
    'isDeleted' in read ? storeDeletion(tx, merchantId, read) : storeChange(tx, merchantId, read, source),
  );
  if (affected.length > 0) context.live.signal(merchantId, { type: 'customers.changed', customer_ids: affected });
  return null;
}

const toldSchema = z.object({ topic: z.string(), triggered_at: z.optional(z.nullable(z.string())) });

/** Takes a webhook in once more that was stored as a dead letter of this merchant; answers as `takeIn`. */
export async function takeWebhookAgain(
  context: ShopContext,
  merchantId: MerchantId,
  { body, told }: { body: Buffer; told: unknown },
): Promise<string | null> {
  const { topic, triggered_at = null } = toldSchema.parse(told);
  return takeIn(context, merchantId, { topic, triggeredAt: triggered_at, body });
}
