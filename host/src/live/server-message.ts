import { liveNoticeSchema, type LiveNotice } from '@inbox/api';
import {
  liveEventSchema,
  liveSignalSchemas,
  noteNewer,
  noticingNewer,
  type LiveEvent,
  type LiveSignal,
  type LiveSignalType,
  type Newer,
  type Schema,
} from '@inbox/domain';
import { readOnce } from '@inbox/events';
import * as z from 'zod/mini';

/**
 * What the server said. An event is read as far as it is understood: `event` is null when nothing of it is, `isLost` when
 * something is not, so that what is shown may be old. Its number counts either way.
 */
export type Said =
  | { kind: 'notice'; notice: LiveNotice }
  | { kind: 'signal'; signal: LiveSignal }
  | { kind: 'event'; seq: number; event: LiveEvent | null; isLost: boolean };

const envelope = z.object({ type: z.string(), seq: z.optional(z.int()) });

/** What the text says, null when it cannot be understood at all, and what of it is newer than this page. */
export function readServerMessage(text: string): { said: Said | null; newer: Newer[] } {
  const { result, newer } = noticingNewer(() => read(parseJson(text)));
  if (result?.kind !== 'event') return { said: result, newer };
  // An event of a new name may mean more than the tickets and items that it carries.
  const isLost = result.event === null || newer.some((one) => one.isLost || one.what === 'event');
  return { said: { ...result, isLost }, newer };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function read(json: unknown): Said | null {
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
    // It is told below, by its name.
  }
  noteNewer('message', type, { isLost: true });
  return null;
}
