import type { SimulatorFile, WhatsAppAccount } from './accounts';
import { startMailSink, type MailSink } from './mail/mail-sink';
import { randomFrom, type Random } from './random';
import { demoMedia } from './sample-image';
import { createTalker, type Talker } from './talk';
import { startGraphServer, type GraphServer, type SentMessage } from './whatsapp/graph-server';
import { reportStatus } from './whatsapp/report';

export interface SimulatorOptions {
  /** Milliseconds until a sent message is reported delivered, and read; null: never. */
  deliveredAfter: number | null;
  readAfter: number | null;
  /** Told in one line of what happens. */
  log: (line: string) => void;
  seed?: number;
}

export interface Simulator {
  graph: GraphServer;
  mail: MailSink;
  talker: Talker;
  random: Random;
  close(): Promise<void>;
}

/** The whole other side: answers Graph calls, takes mail in, reports delivered and read, and talks when asked to. */
export async function startSimulator(file: SimulatorFile, options: SimulatorOptions): Promise<Simulator> {
  const { log } = options;
  const random = randomFrom(options.seed ?? 1);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const accounts = new Map(
    file.accounts
      .filter((account): account is WhatsAppAccount => account.kind === 'whatsapp')
      .map((account) => [account.phone_number_id, account]),
  );

  function reportLater(message: SentMessage, status: 'delivered' | 'read', after: number | null): void {
    const account = accounts.get(message.phone_number_id);
    if (after === null || !account) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      reportStatus(file.backend, account, message, status).catch((error: unknown) => {
        log(`A report could not be made: ${error instanceof Error ? error.message : String(error)}`);
      });
    }, after);
    timers.add(timer);
  }

  const graph = await startGraphServer({
    port: file.graph_port,
    mediaFor: (id) => (/^\d+$/.test(id) ? demoMedia(id) : null),
    onSent: (message) => {
      log(`→ ${message.to}: ${message.text}`);
      reportLater(message, 'delivered', options.deliveredAfter);
      reportLater(message, 'read', options.readAfter);
      talker.heard(message.to.replace(/\D/g, ''));
    },
  });
  const talker = createTalker(file, random);
  const mail = await startMailSink({
    port: file.mail_port,
    onSent: (sent) => {
      log(`→ ${sent.to.join(', ')}: ${sent.subject}`);
      for (const to of sent.to) talker.heard(to.toLowerCase());
    },
  }).catch(async (error: unknown) => {
    await graph.close();
    throw error;
  });

  return {
    graph,
    mail,
    talker,
    random,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([graph.close(), mail.close()]);
    },
  };
}
