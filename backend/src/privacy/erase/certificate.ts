import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Erasure } from './erasure-queries';
import type { Rewritten } from './rewrite-storage';

/** An archive that was made before: it has what was erased until it is pruned. */
export interface ArchiveBefore {
  name: string;
  madeAt: Date;
  /** When it is deleted; null when nobody has said so. */
  until: Date | null;
}

const Counts = z.record(z.string(), z.number());

/** What was erased, when and by whom; without anything about the person. */
export const Certificate = z.object({
  format: z.literal(1),
  erasure: z.number(),
  shop: z.string(),
  reason: z.enum(['request', 'retention']),
  /** Numbers of the entries, and how many tickets. */
  customers: z.array(z.number()),
  tickets: z.array(z.number()),
  requested_by: z.string(),
  erased_at: z.string(),
  /** When no file of the installation had it any more. */
  complete_at: z.string(),
  erased: Counts,
  storage: z.object({
    tables_rewritten: z.number(),
    bytes: z.number(),
    ms: z.number(),
    wal: z.enum(['removed', 'of an external server']),
  }),
  /** Files without which it is not complete elsewhere. */
  archives: z.array(z.object({ name: z.string(), made_at: z.string(), deleted_on: z.nullable(z.string()) })),
  /** SHA-256, in hex, of this JSON without this field. The audit's record `customer.certified` has the same. */
  sha256: z.string(),
});
export type Certificate = z.infer<typeof Certificate>;

export function makeCertificate(
  erasure: Erasure,
  {
    shop,
    rewritten,
    archives,
    now,
  }: { shop: string; rewritten: Rewritten; archives: readonly ArchiveBefore[]; now: Date },
): Certificate {
  const said: Omit<Certificate, 'sha256'> = {
    format: 1,
    erasure: erasure.id,
    shop,
    reason: erasure.reason,
    customers: erasure.customer_ids,
    tickets: erasure.ticket_ids,
    requested_by: erasure.requested_by,
    erased_at: erasure.erased_at.toISOString(),
    complete_at: now.toISOString(),
    erased: erasure.counts,
    storage: {
      tables_rewritten: rewritten.tables,
      bytes: rewritten.bytes,
      ms: rewritten.ms,
      wal: rewritten.walRemoved ? 'removed' : 'of an external server',
    },
    archives: archives
      .filter(({ madeAt }) => madeAt < erasure.erased_at)
      .map(({ name, madeAt, until }) => ({
        name,
        made_at: madeAt.toISOString(),
        deleted_on: until?.toISOString() ?? null,
      })),
  };
  return { ...said, sha256: hashOf(said) };
}

const hashOf = (said: Omit<Certificate, 'sha256'>): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('hex');

/** Whether it says what it said when it was made. */
export function isGenuine(certificate: Certificate): boolean {
  const { sha256, ...said } = certificate;
  return hashOf(said) === sha256;
}
