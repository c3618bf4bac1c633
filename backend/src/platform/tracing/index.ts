import { setTracer } from './tracing';

/** A receiver that is away keeps no stop waiting longer than this. */
const MOST_MS = 5_000;

/**
 * Has traces sent to the receiver that the settings name. Nothing of OpenTelemetry is loaded without one.
 * @returns what sends the last and ends it; null when there is none
 */
export async function openTracing(
  url: string | undefined,
  log: (line: string) => void,
): Promise<(() => Promise<void>) | null> {
  if (url === undefined) return null;
  const { startOpenTelemetry } = await import('./otel');
  const { tracer, close } = startOpenTelemetry(url, log);
  setTracer(tracer);
  return async () => {
    setTracer(null);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_MS)));
    await Promise.race([close(), limit]);
    clearTimeout(timer);
  };
}
