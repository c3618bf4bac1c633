import { startMailReader } from '../src/channels/email/reading/mail-reader';
import { ingestMail } from '../src/channels/email/receive/ingest-mail';
import { handleWebhook } from '../src/channels/meta/webhook/handle-webhook';
import { findMailbox } from '../src/accounts/accounts';
import { metaReaders, withChannels, type UseCaseContext } from '../src/app/channels';
import type { SeedDeps } from './deps';

/**
 * What customers' messages come in through, called in this process instead of over the network. Order is arrival, so each
 * message of the past arrives at its own moment; `at` is in milliseconds.
 */
export interface SeedAdapters {
  /** WhatsApp, Instagram, Messenger and comments. */
  meta(body: string, signature: string, at: number): Promise<void>;
  mail(envelope: { from: string; to: string }, raw: Buffer, at: number): Promise<void>;
  close(): Promise<void>;
}

/** The work's context at a moment of the past; nobody listens, and nothing is sent. */
export function contextAt({ db }: SeedDeps, time: number): UseCaseContext {
  return withChannels({
    db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(time),
  });
}

export function seedAdapters(deps: SeedDeps): SeedAdapters {
  const { vault, uploads, log, db } = deps;
  const reader = startMailReader({ uploads, log });
  return {
    async meta(body, signature, at) {
      const context = contextAt(deps, at);
      const outcome = await handleWebhook({ context, vault, log, readers: metaReaders }, Buffer.from(body), signature);
      if (outcome !== 'ingested') throw new Error('The webhook refused demo data: its signature is not right.');
    },
    async mail({ from, to }, raw, at) {
      const mailbox = await findMailbox(db, to);
      if (!mailbox) throw new Error(`There is no mailbox ${to}`);
      const { storage_key: key } = await uploads.put(raw, { maxBytes: Number.POSITIVE_INFINITY });
      const client = { address: '127.0.0.1', helo: 'localhost' };
      const arrived = { key, envelopeSender: from, client };
      await ingestMail({ context: contextAt(deps, at), uploads, log, reader }, [mailbox], arrived);
    },
    close: () => reader.close(),
  };
}
