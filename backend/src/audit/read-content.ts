import { auditOrigin } from '@inbox/api/audit';
import * as z from 'zod/mini';

const Content = z.object({
  at: z.string(),
  what: z.string(),
  about: z.string(),
  who: z.string(),
  from: z._default(auditOrigin(), {}),
  changes: z._default(z.record(z.string(), z.array(z.unknown())), {}),
  fields: z._default(z.array(z.string()), []),
  ids: z._default(z.record(z.string(), z.unknown()), {}),
});

/** What a record's text says. */
export const readContent = (content: string) => Content.parse(JSON.parse(content));
