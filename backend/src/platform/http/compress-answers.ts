import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes below which an answer goes as it is: it fits into the packet that its headers take anyway. */
const THRESHOLD = 1_024;

/**
 * Has the answers of this scope's routes compressed, with brotli or gzip as the caller accepts. Only the calls, which answer
 * JSON, are in such a scope: files keep their ranges and their own formats, and the front end is compressed when it is built.
 *
 * Compressing what others have written beside a secret can give the secret away by its length (BREACH). That needs a secret in
 * the body and a victim whose browser repeats the request at the attacker's wish. No answer of a call holds a token, and a
 * browser adds none by itself: a call is signed in by its `authorization` header, which only the inbox's own page can set.
 */
export async function compressAnswers(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD,
    // Bodies that come in compressed are refused: a small one could unpack to more than any limit.
    globalDecompression: false,
  });
}
