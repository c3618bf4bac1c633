/**
 * What the backend knows of traces: spans with names and numbers, never content, names or addresses. Without a tracer, which
 * only a setting brings (`app/tracing`), nothing is measured and nothing is stored.
 */

export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  /**
   * Whose child it is, as a W3C `traceparent` that was stored or came with a call; null begins a trace. Left out: of the
   * span that the work under way is in.
   */
  parent?: string | null;
  attributes?: Attributes;
}

export interface Span {
  /** 32 hex digits; undefined without a tracer. */
  readonly traceId: string | undefined;
  set(attributes: Attributes): void;
  /** Runs work inside of it: spans that begin there are its children. */
  run<T>(work: () => T): T;
  end(): void;
  /** Ends it as failed. Of the error only its kind is told: a message may have what a customer wrote. */
  fail(kind: string): void;
}

export interface Tracer {
  begin(name: string, options: SpanOptions): Span;
  /** Of the span that the work under way is in. */
  current(): { traceId: string; traceparent: string } | undefined;
  /** Runs work in no span. */
  outside<T>(work: () => T): T;
}

const NO_SPAN: Span = {
  traceId: undefined,
  set: () => undefined,
  run: (work) => work(),
  end: () => undefined,
  fail: () => undefined,
};

let tracer: Tracer | null = null;

/** From now on spans are told to it, of the whole process; null ends that. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

/** A span that its caller ends. */
export const beginSpan = (name: string, options: SpanOptions = {}): Span => tracer?.begin(name, options) ?? NO_SPAN;

/** Does work inside a span of its own, which fails as the work does. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Pick<Span, 'set'>) => Promise<T>,
): Promise<T> {
  if (tracer === null) return work(NO_SPAN);
  const span = tracer.begin(name, options);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  }
}

/** Where the work under way is, to be stored with what another part goes on with; null without a trace. */
export const traceparent = (): string | null => tracer?.current()?.traceparent ?? null;

/** Runs what goes on by itself, and belongs to nobody's trace. */
export const outsideTraces = <T>(work: () => T): T => (tracer === null ? work() : tracer.outside(work));

/** For log lines: the trace that they belong to. */
export function traceOfLog(): { trace_id?: string } {
  const current = tracer?.current();
  return current === undefined ? {} : { trace_id: current.traceId };
}
