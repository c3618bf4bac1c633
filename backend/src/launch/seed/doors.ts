import Fastify from 'fastify';
import { takeMail } from '../../doors/mail/take-mail';
import { metaDoor } from '../../doors/meta';
import { findMailbox } from '../../store/accounts';
import type { WorkContext } from '../../work/change';
import type { SeedDeps } from './deps';

/** The doors that customers' messages come in through, called in this process instead of over the network. */
export interface SeedDoors {
  /** WhatsApp, Instagram, Messenger and comments. */
  meta(body: string, signature: string): Promise<void>;
  mail(envelope: { from: string; to: string }, raw: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** The work's context at a moment of the past; nobody listens, and nothing is sent. */
export function contextAt({ db }: SeedDeps, time: number): WorkContext {
  return {
    db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(time),
  };
}

export async function openDoors(deps: SeedDeps): Promise<SeedDoors> {
  const context = contextAt(deps, deps.now.getTime());
  const { vault, uploads, log, db } = deps;
  const app = Fastify();
  await app.register(metaDoor({ context, vault, log }));
  return {
    async meta(body, signature) {
      const response = await app.inject({
        method: 'POST',
        url: '/channels/meta',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        payload: body,
      });
      if (response.statusCode !== 200) throw new Error(`The webhook door refused demo data: ${response.body}`);
    },
    async mail({ from, to }, raw) {
      const mailbox = await findMailbox(db, to);
      if (!mailbox) throw new Error(`There is no mailbox ${to}`);
      await takeMail({ context, uploads, log }, mailbox, { raw, envelopeSender: from });
    },
    close: () => app.close(),
  };
}
