import { serverMessageSchema, type ServerMessage } from '@inbox/api';
import { withFailedSend } from '@inbox/domain';
import * as z from 'zod/mini';
import type { Blank } from './sequence';

const unknownEventSchema = z.object({ type: z.string(), seq: z.int() });
const KNOWN_NOTICE = /^live\./;

/**
 * What the server said; null when it cannot be understood. An event of a kind that this shell does not know (a newer
 * backend) is kept with its number, so that it makes no gap.
 */
export function parseServerMessage(text: string): ServerMessage | Blank | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const known = serverMessageSchema.safeParse(json);
  if (known.success) return 'items' in known.data ? withFailedSend(known.data) : known.data;
  const unknown = unknownEventSchema.safeParse(json);
  if (!unknown.success || KNOWN_NOTICE.test(unknown.data.type)) return null;
  return { seq: unknown.data.seq, blank: true };
}
