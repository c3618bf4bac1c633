import { liveNoticeSchema, type LiveNotice } from '@inbox/api';
import {
  liveEventSchema,
  liveSignalSchemas,
  noteNewer,
  collectUnknownValues,
  type LiveEvent,
  type LiveSignal,
  type LiveSignalType,
  type Newer,
  type Schema,
} from '@inbox/domain';
import { readOnce } from '@inbox/events';
import * as z from 'zod/mini';

/**
 * A message of the server. An event is read as far as it is understood: `event` is null when nothing of it is, `isLost` when
 * something is not, so that what is shown may be old. Its number counts either way.
 */
export type ReceivedMessage =
  | { kind: 'notice'; notice: LiveNotice }
  | { kind: 'signal'; signal: LiveSignal }
  | { kind: 'event'; seq: number; event: LiveEvent | null; isLost: boolean };

const envelope = z.object({ type: z.string(), seq: z.optional(z.int()) });

/** The message in the text, null when it cannot be understood at all, and what of it is newer than this page. */
export function readServerMessage(text: string): { message: ReceivedMessage | null; newer: Newer[] } {
  const { result, newer } = collectUnknownValues(() => read(parseJson(text)));
  if (result?.kind !== 'event') return { message: result, newer };
  // An event of a new name may mean more than the tickets and items that it carries.
  const isLost = result.event === null || newer.some((one) => one.isLost || one.what === 'event');
  return { message: { ...result, isLost }, newer };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function read(json: unknown): ReceivedMessage | null {
  const { data: head } = envelope.safeParse(json);
  if (head === undefined) return null;
  const { type, seq } = head;
  if (type.startsWith('live.')) {
    const notice = readBy(liveNoticeSchema, json, type);
    return notice && { kind: 'notice', notice };
  }
  if (seq === undefined) {
    const signal = readBy(liveSignalSchemas[type as LiveSignalType] as Schema<LiveSignal> | undefined, json, type);
    return signal && { kind: 'signal', signal };
  }
  return { kind: 'event', seq, event: readBy(liveEventSchema, json, type), isLost: false };
}

function readBy<T>(schema: Schema<T> | undefined, json: unknown, type: string): T | null {
  try {
    if (schema) return readOnce(schema, json);
  } catch {
    // What does not fit is reported by the type of the message, below.
  }
  noteNewer('message', type, { isLost: true });
  return null;
}
