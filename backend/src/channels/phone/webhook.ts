import { idSchema, type AccountId, type MerchantId } from '@inbox/domain';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { findAccountByWebhook } from '../../accounts/accounts';
import { wordsOf } from '../../platform/errors/errors';
import { storeDeadLetter } from '../../conversations/dead-letters/dead-letters';
import { reportCall } from '../../calls/call-reports';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { readReport } from './read-report';
import { readJson } from '../../platform/net/read-json';

const MAX_BODY_BYTES = 100_000;

const addressed = z.object({ secret: z.string().check(z.minLength(24), z.maxLength(200)) });

export interface ExotelDeps {
  context: WorkContext;
  /** Called, in one line, of what the operator should know; never a secret. */
  log: (line: string) => void;
}

/**
 * The telephony provider tells here how calls go, at /channels/exotel/SECRET: with GET by its call flows, with POST by its
 * status callbacks. The secret in the address is all that proves who tells. Answered 200 when it is taken in or kept for
 * the operator, 500 when it cannot be stored now. Addresses of recordings are not followed.
 */
export function exotelWebhook({ context, log }: ExotelDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    app.route({
      method: ['GET', 'POST'],
      url: '/channels/exotel/:secret',
      async handler(request, reply) {
        const given = addressed.safeParse(request.params).data;
        const account = given && (await findAccountByWebhook(context.db, given.secret));
        if (account === undefined) return reply.code(404).send(refusal('There is nothing here.'));
        // Whether the address is right may be asked without telling anything.
        if (request.method === 'HEAD') return reply.send();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.from(JSON.stringify(request.query));
        try {
          // What stands in the address is kept as JSON.
          const type = Buffer.isBuffer(request.body) ? request.headers['content-type'] : 'application/json';
          const reason = await takeIn(context, account, body, type);
          if (reason !== null) {
            const told = { account_id: account.id, type };
            await storeDeadLetter(context.db, {
              merchantId: account.merchant_id,
              door: 'telephony',
              reason,
              body,
              told,
            });
          }
          return await reply.send({ success: true });
        } catch (error) {
          log(`A report of a call could not be stored: ${wordsOf(error)}`);
          return reply.code(500).send(refusal('The report could not be stored. Please tell it again.'));
        }
      },
    });
  };
}

/** @returns why it was not taken in; null when it was */
async function takeIn(
  context: WorkContext,
  { id: accountId, merchant_id: merchantId }: { id: AccountId; merchant_id: MerchantId },
  body: Buffer,
  type: string | undefined,
): Promise<string | null> {
  const report = readReport(parse(body, type));
  if (report === null) return 'A report that is not understood.';
  const isTaken = await reportCall(context, { merchantId, accountId, ...report });
  return isTaken ? null : 'A call that nobody knows of.';
}

const toldSchema = z.object({ account_id: idSchema<AccountId>(), type: z.optional(z.string()) });

/** Takes a report in once more that was stored as a dead letter of this merchant; answers as `takeIn`. */
export async function takeReportAgain(
  context: WorkContext,
  merchantId: MerchantId,
  { body, told }: { body: Buffer; told: unknown },
): Promise<string | null> {
  const { account_id, type } = toldSchema.parse(told);
  return takeIn(context, { id: account_id, merchant_id: merchantId }, body, type);
}

const refusal = (message: string) => ({ success: false, error: { message } });

/** JSON or a form; undefined when it is neither. */
function parse(body: Buffer, type = ''): unknown {
  const text = body.toString();
  return type.includes('json') ? readJson(text) : Object.fromEntries(new URLSearchParams(text));
}
