import type { FastifyReply } from 'fastify';
import { messages } from './messages';

/** Sets the Retry-After header of a throttled answer. @returns the same in words for the page */
export function setRetryAfter(reply: FastifyReply, waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  reply.header('retry-after', String(seconds));
  return messages.tooMany(seconds);
}
