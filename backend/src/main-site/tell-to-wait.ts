import type { FastifyReply } from 'fastify';
import { messages } from './messages';

/** Says in the answer's header after how many seconds to come again. @returns the same in words for the page */
export function tellToWait(reply: FastifyReply, waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  reply.header('retry-after', String(seconds));
  return messages.tooMany(seconds);
}
