import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { traceOfLog } from '../../platform/tracing/tracing';

export const LOG_FORMATS = ['json', 'text'] as const;

/**
 * Makes the log, which goes to the standard output.
 * @param format `json`: everything, one object a line, for a collector. `text`: warnings and errors, for people. Undefined: text on
 *   a terminal, else json.
 */
export function createLogger(format: string | undefined): Logger {
  const isText = format === undefined || format === '' ? process.stdout.isTTY : format === 'text';
  const mixin = traceOfLog;
  if (!isText) return pino({ mixin });
  // Written at once: what is logged right before the process ends is seen.
  return pino({ level: 'warn', mixin }, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}
