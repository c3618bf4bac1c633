import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, isTracing, type Span } from './tracing';

/** What somebody waits for, and what channels deliver; not pages, files and health. */
const TRACED = /^\/(?:api|channels)\//;
/** Only agents' pages say which trace a call belongs to; a stranger's webhook must not choose. */
const CARRIES = /^\/api\//;

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Measures each call and webhook by the pattern of its route; the address itself has ids and may have more. Without a tracer at
 * this time calls have nothing to pass.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? '';
    if (!TRACED.test(route)) return;
    const carried = request.headers['traceparent'];
    const span = beginSpan(`${request.method} ${route}`, {
      kind: 'server',
      parent: CARRIES.test(route) && typeof carried === 'string' ? carried : null,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    if (span.traceId !== undefined) spans.set(request, span);
  });
  // After the body has been read, which happens outside of any span; what follows runs inside.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    if (span === undefined) return;
    span.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span.fail(String(statusCode));
    else span.end();
  });
}

/** For the line of the log that says how a request was answered. */
export function traceOfRequest(request: FastifyRequest): { trace_id?: string } {
  const traceId = spans.get(request)?.traceId;
  return traceId === undefined ? {} : { trace_id: traceId };
}
