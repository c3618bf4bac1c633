import { answerExotel, reportCall, type SimulatedCall } from './exotel';
import type { PhoneLine, ShopAccount, SimulatorFile, SocialAccount, WhatsAppAccount } from './accounts';
import { startMailSink, type MailSink } from './mail/mail-sink';
import { randomFrom, type Random } from './random';
import { DEMO_MEDIA, demoMedia } from './demo-media';
import { createShops, type Shops, type Stocks } from './shopify/shops';
import { createTalker, type Talker } from './talk';
import type { SentMessage } from './sent-message';
import { startGraphServer, type GraphServer } from './graph/graph-server';
import { reportStatus } from './whatsapp/report';
import { reportSocial } from './social/report';

export interface SimulatorOptions {
  /** Milliseconds until a sent message is reported delivered, and read, or a call answered, and over; null: never. */
  deliveredAfter: number | null;
  readAfter: number | null;
  /** Told in one line of what happens. */
  log: (line: string) => void;
  seed?: number;
  /** What the shops have, and how it is stored after a change; without it they are empty, and forget. */
  shops?: { stocks: Stocks; save: (stocks: Stocks) => Promise<void> };
}

export interface Simulator {
  graph: GraphServer;
  mail: MailSink;
  talker: Talker;
  shops: Shops;
  /** The calls that the inbox has asked for, in order. */
  readonly calls: readonly SimulatedCall[];
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

  const social = new Map(
    file.accounts
      .filter((account): account is SocialAccount => account.kind === 'instagram' || account.kind === 'messenger')
      .map((account) => [account.account_id, account]),
  );

  function reportLater(message: SentMessage, status: 'delivered' | 'read', after: number | null): void {
    const account = accounts.get(message.phone_number_id);
    const page = social.get(message.phone_number_id);
    if (after === null) return;
    const report = account
      ? () => reportStatus(file.backend, account, message, status)
      : page && (() => reportSocial(file.backend, page, message, status));
    if (report !== undefined) later(report, after);
  }

  function later(report: () => Promise<void>, after: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      report().catch((error: unknown) => {
        log(`A report could not be made: ${error instanceof Error ? error.message : String(error)}`);
      });
    }, after);
    timers.add(timer);
  }

  const shops = createShops({
    backend: file.backend,
    accounts: file.accounts.filter((account): account is ShopAccount => account.kind === 'shop'),
    random,
    ...(options.shops ?? { stocks: {}, save: async () => undefined }),
  });
  const calls: SimulatedCall[] = [];
  const telephony = answerExotel({
    lines: file.accounts.filter((account): account is PhoneLine => account.kind === 'phone'),
    onCall(call) {
      log(`☎ ${call.from} calls ${call.to}`);
      calls.push(call);
      const { deliveredAfter, readAfter } = options;
      if (deliveredAfter !== null) later(() => reportCall(file.backend, call, 'answered'), deliveredAfter);
      if (readAfter !== null) later(() => reportCall(file.backend, call, 'terminal'), readAfter);
    },
  });
  const graph = await startGraphServer({
    port: file.graph_port,
    businesses: new Map(
      [...accounts.values()].map(({ business_id, phone_number_id }) => [business_id ?? '', [phone_number_id]]),
    ),
    others: (request, response) => telephony(request, response) || shops.answer(request, response),
    mediaFor: (id) => (DEMO_MEDIA.test(id) ? demoMedia(id) : null),
    nameOf: (id) => talker.nameOf(id),
    onSent: (message) => {
      log(`→ ${message.to}: ${message.text}`);
      const page = social.get(message.phone_number_id);
      if (page) reportSocial(file.backend, page, message, 'echo').catch((error: unknown) => log(String(error)));
      reportLater(message, 'delivered', options.deliveredAfter);
      reportLater(message, 'read', options.readAfter);
      talker.heard(message.channel === 'whatsapp' ? message.to.replace(/\D/g, '') : message.to);
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
    shops,
    calls,
    random,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([graph.close(), mail.close()]);
    },
  };
}
