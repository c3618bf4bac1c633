import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { isFromDirectory } from '../../../cells/directory-secret';
import { findMetaAccounts } from '../account';
import { wordsOf } from '../../../platform/errors/errors';
import { MISLED, PARTS_HEADER, readPartsHeader } from './led-parts';
import { handleWebhook, type MetaDeps, isSameSecret } from './handle-webhook';

export type { MetaDeps } from './handle-webhook';

export const META_WEBHOOK_PATH = '/channels/meta';

/** Meta's own limit is 3 MB. */
const MAX_BODY_BYTES = 5_000_000;

const handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().check(z.maxLength(1_000)),
});

/**
 * WhatsApp, Instagram and Messenger come in here, at GET and POST /channels/meta. A delivery is answered 200 when all of
 * it is stored, 401 when it is not signed, and 500 when it cannot be stored now, so that Meta delivers it again.
 */
export function metaWebhook(deps: MetaDeps): FastifyPluginAsync {
  return async (app) => {
    // The signature is over the bytes as they came, so they are not parsed before it is checked.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    app.get(META_WEBHOOK_PATH, async (request, reply) => {
      const asked = handshake.safeParse(request.query);
      if (!asked.success) return reply.code(400).send(refusal('This is no verification request.'));
      const accounts = await findMetaAccounts(deps.context.db, deps.vault, 'all');
      // No early end: how long it takes must not tell which account has the token.
      const matching = accounts.filter(({ credentials }) =>
        isSameSecret(credentials.verify_token, asked.data['hub.verify_token']),
      );
      if (matching.length === 0) return reply.code(403).send(refusal('No account has this verify token.'));
      return reply.type('text/plain').send(asked.data['hub.challenge']);
    });

    app.post(META_WEBHOOK_PATH, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { 'x-hub-signature-256': header, [PARTS_HEADER]: parts } = request.headers;
      const led =
        typeof parts === 'string' && isFromDirectory(deps.cellSecret, request.headers)
          ? readPartsHeader(parts)
          : undefined;
      try {
        const outcome = await handleWebhook(deps, body, typeof header === 'string' ? header : undefined, led);
        if (outcome === 'misled') return await reply.code(MISLED).send(refusal('An account of it is not here.'));
        if (outcome === 'unsigned') return await reply.code(401).send(refusal('The signature is not right.'));
        return await reply.send({ success: true });
      } catch (error) {
        deps.log(`A delivery by Meta could not be stored: ${wordsOf(error)}`);
        return reply.code(500).send(refusal('The delivery could not be stored. Please deliver it again.'));
      }
    });
  };
}

const refusal = (message: string) => ({ success: false, error: { message } });
