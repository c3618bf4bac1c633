import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serveAttachments, serveRawMessages } from '../../conversations/thread/attachment-routes';
import { serveCustomerExport } from '../../privacy/routes';
import { requireSignIn } from '../../http/authentication';
import { compressAnswers } from '../../platform/http/compress-answers';
import type { HttpDeps } from '../../http/deps';
import { isNestedDeep } from '../../platform/net/read-json';
import { answerFailures, answerFrameworkError, BadRequest } from '../../http/failures';
import { messages } from '../../http/messages';
import { createHandlers } from './handlers';
import { serveHealth } from '../../http/health';
import { serveMailImages } from '../../http/mail-images';
import { servePanelPreviews } from '../../panels/preview-routes';
import { setSecurityHeaders } from '../../platform/http/security-headers';
import { serveCalls } from '../../http/serve-calls';
import { traceOfRequest, traceRequests } from '../../platform/tracing/trace-requests';
import { serveUploads } from '../../conversations/send/upload-routes';

const BODY_LIMIT = 1_000_000;

export interface AppOptions {
  logger: FastifyBaseLogger;
  /** Aborted once the inbox is to stop: whoever asks is answered, and led to another node the next time. */
  draining?: AbortSignal;
  /** Addresses, or networks as `10.0.0.0/8`, of proxies on other machines that may say for whom they ask. */
  trustedProxies?: readonly string[];
}

/** The HTTP server with what all its routes share: headers, failures, log lines. It listens to nobody yet. */
export function createApp({ logger, draining, trustedProxies = [] }: AppOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    // One line per answer, below; Fastify's own name the whole address, and a query can carry a token.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // 25 MB over a slow line; headers must still come within Node's own minute.
    requestTimeout: 300_000,
    // A proxy on this machine may say for whom it asks, and whom the operator names.
    trustProxy: ['loopback', ...trustedProxies],
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerFrameworkError,
    // A call that is under way when the inbox stops is answered, and so is one that comes on its connection meanwhile.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining?.aborted === true) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, url, log, routeOptions } = request;
    // An address that is itself a secret is logged as its pattern.
    const path = routeOptions.url?.includes(':secret') ? routeOptions.url : url.split('?')[0];
    const trace = traceOfRequest(request);
    log.info({ method, path, status: statusCode, ms: Math.round(elapsedTime), ...trace }, 'answered');
  });
  traceRequests(app);
  // JSON is all that is understood here; a route that takes something else says so itself.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isNestedDeep(body)) done(new BadRequest(messages.nestedDeep, { body: [messages.nestedDeep] }));
    else void parseJson(request, body, done);
  });
  setSecurityHeaders(app);
  answerFailures(app);
  return app;
}

/** The calls of spec section 7 and the health routes. */
export function serveApi(app: FastifyInstance, deps: HttpDeps): void {
  serveHealth(app, deps);
  serveMailImages(app, deps);
  app.register(async (scope) => {
    requireSignIn(scope, deps);
    scope.register(async (calls) => {
      await compressAnswers(calls);
      serveCalls(calls, createHandlers(deps), deps.context);
    });
    serveAttachments(scope, deps);
    serveRawMessages(scope, deps);
    serveCustomerExport(scope, deps);
    serveUploads(scope, deps);
    servePanelPreviews(scope, deps);
  });
}
