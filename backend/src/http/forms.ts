import type { FormBody } from '@inbox/api/wire';
import type { FastifyRequest } from 'fastify';
import { BadRequest } from './failures';
import { messages } from './messages';

/** Of a body that comes as multipart/form-data. Bytes; a longer text is refused. */
export const FORM_LIMITS = {
  files: 0,
  fields: 2000,
  parts: 2000,
  fieldSize: 10_000,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** The texts of a form by their names: a list where a name comes more than once. */
export async function readForm(request: FastifyRequest): Promise<FormBody> {
  const texts = new Map<string, string[]>();
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    if (part.type !== 'field' || typeof part.value !== 'string') continue;
    if (part.valueTruncated) throw new BadRequest(messages.badValue, { [part.fieldname]: [messages.badValue] });
    texts.set(part.fieldname, [...(texts.get(part.fieldname) ?? []), part.value]);
  }
  return Object.fromEntries(texts);
}
