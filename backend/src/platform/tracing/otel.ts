import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { wordsOf } from '../errors/errors';
import type { SpanOptions, Tracer } from './tracing';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export interface OpenTelemetry {
  tracer: Tracer;
  /** Sends what is left, and ends. */
  close(): Promise<void>;
}

/**
 * Spans by OpenTelemetry, sent in batches to a receiver of OTLP over HTTP. What the standard's variables say is heeded:
 * OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_SCHEDULE_DELAY.
 * @param url of the receiver, with its path
 * @param log told once when the receiver cannot be reached, and when it can again
 */
export function startOpenTelemetry(url: string, log: (line: string) => void): OpenTelemetry {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'inbox' }),
    spanProcessors: [new BatchSpanProcessor(telling(new OTLPTraceExporter({ url }), new URL(url).host, log))],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const carrier = new W3CTraceContextPropagator();
  propagation.setGlobalPropagator(carrier);
  const spans = provider.getTracer('inbox');

  function contextOf(parent: SpanOptions['parent']): Context {
    if (parent === undefined) return context.active();
    return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  }

  const tracer: Tracer = {
    begin(name, { kind, parent, attributes = {} }) {
      const within = contextOf(parent);
      const span = spans.startSpan(name, { ...(kind && { kind: KINDS[kind] }), attributes }, within);
      const inside = trace.setSpan(within, span);
      return {
        traceId: span.spanContext().traceId,
        set: (more) => void span.setAttributes(more),
        run: (work) => context.with(inside, work),
        end: () => span.end(),
        fail(errorKind) {
          span.setAttribute('error.type', errorKind);
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    current() {
      const span = trace.getActiveSpan()?.spanContext();
      if (span === undefined) return undefined;
      const carried: { traceparent?: string } = {};
      propagation.inject(context.active(), carried);
      return { traceId: span.traceId, traceparent: carried.traceparent ?? '' };
    },
    outside: (work) => context.with(ROOT_CONTEXT, work),
  };
  return {
    tracer,
    async close() {
      await provider.shutdown().catch(() => undefined);
      context.disable();
      propagation.disable();
    },
  };
}

/** Says when what it sends does not arrive, once each time: spans come all day. */
function telling(exporter: SpanExporter, host: string, log: (line: string) => void): SpanExporter {
  let arrives = true;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isThere = result.code === ExportResultCode.SUCCESS;
        if (isThere !== arrives) {
          const line = isThere
            ? `Traces reach ${host} again.`
            : `Traces do not reach ${host}: ${wordsOf(result.error)}`;
          context.with(ROOT_CONTEXT, () => log(line));
        }
        arrives = isThere;
        done(result);
      });
    },
    shutdown: async () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
