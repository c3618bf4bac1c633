import type { FastifyInstance } from 'fastify';
import type { Vault } from '../accounts/vault';
import { deliver, type DeliveryDeps } from '../channels/deliver';
import { settleCutShort } from '../channels/settle';
import { email, mailWriter } from '../channels/email';
import { reprocessMail, type ReprocessMailDeps } from '../channels/email/receive/reprocess-mail';
import { instagram } from '../channels/instagram';
import { messenger } from '../channels/messenger';
import { reprocessPart } from '../channels/meta/webhook/handle-webhook';
import type { MetaReader } from '../channels/meta/webhook/reader';
import { metaWebhook } from '../channels/meta/webhook/webhook';
import { phone } from '../channels/phone';
import { takeReportAgain } from '../channels/phone/webhook';
import { composeWhatsappTemplate, whatsapp } from '../channels/whatsapp';
import type { WorkContext } from '../platform/db/unit-of-work';
import type { Uploads } from '../platform/files/uploads';
import type { HttpDeps } from '../http/deps';
import type { InitiateContext } from '../conversations/initiate/initiate-email';
import type { Composers, SendingContext } from '../conversations/send/compose-reply';
import { surveysBy } from '../conversations/survey/survey';
import { createBreakers, type BreakerOptions } from '../platform/net/breakers';
import { startOutbox, type Outbox, type OutboxOptions } from '../platform/outbox/worker';
import { shopifyWebhook, takeWebhookAgain } from '../shop/webhook';
import type { TemplateContext } from '../templates/send-template';

/** Every channel there is: a new one is a folder of its own, and a name here. */
const CHANNELS = [whatsapp, instagram, messenger, email, phone] as const;

/** By the kind of account. */
export const channels = new Map(CHANNELS.map((channel) => [channel.kind, channel]));

export const metaReaders: readonly MetaReader[] = CHANNELS.flatMap((channel) =>
  'metaReader' in channel ? channel.metaReader : [],
);

const composers = CHANNELS.reduce<Composers>((all, channel) => ({ ...all, ...channel.composers }), {});

/** What all use cases together need. */
export type UseCaseContext = TemplateContext & SendingContext & InitiateContext;

/** The context of a unit of work, with what the channels bring for use cases that send. */
export const withChannels = (context: WorkContext): UseCaseContext => ({
  ...context,
  composers,
  composeTemplate: composeWhatsappTemplate,
  surveys: surveysBy(composers),
  mailWriter,
});

interface RouteDeps {
  context: WorkContext;
  vault: Vault;
  /** Of the directory before several cells; left out, there is none. */
  cellSecret?: string | undefined;
  /** Called, in one line, with what the operator should know; never a secret. */
  log: (line: string) => void;
}

/** Opens the webhooks of all channels that have one. Mail comes in at a server of its own. */
export function serveWebhooks(app: FastifyInstance, { context, vault, log, cellSecret }: RouteDeps): void {
  app.register(metaWebhook({ context, vault, log, cellSecret, readers: metaReaders }));
  app.register(shopifyWebhook({ context, vault, log }));
  for (const channel of CHANNELS) if ('routes' in channel) app.register(channel.routes({ context, log }));
}

interface ReprocessDeps extends Pick<RouteDeps, 'context' | 'vault'> {
  uploads: Uploads;
  intake: ReprocessMailDeps['intake'];
}

/** Passes a dead letter to the source that could not read it; see `HttpDeps.reprocessDeadLetter`. */
export const reprocessDeadLetters =
  ({ context, vault, uploads, intake }: ReprocessDeps): HttpDeps['reprocessDeadLetter'] =>
  async (merchantId, { door, ...letter }) => {
    switch (door) {
      case 'mail':
        return reprocessMail({ db: context.db, uploads, intake }, merchantId, letter);
      case 'meta':
        return reprocessPart({ context, vault, readers: metaReaders }, merchantId, letter.body);
      case 'telephony':
        return takeReportAgain(context, merchantId, letter);
      case 'shopify':
        return takeWebhookAgain(context, merchantId, letter);
    }
  };

export type ChannelOutboxDeps = Omit<DeliveryDeps, 'channels' | 'breakers'> &
  OutboxOptions & {
    log: (line: string) => void;
    /** When providers that do not answer are left alone, and for how long. */
    breaking?: BreakerOptions;
  };

/** Sends through the channels what is due in the outbox. */
export function startChannelOutbox({
  context,
  vault,
  uploads,
  mayReachPrivate = false,
  onAnswer,
  log,
  breaking,
  ...options
}: ChannelOutboxDeps): Outbox {
  const breakers = createBreakers(breaking);
  const deps = { context, vault, uploads, mayReachPrivate, channels, breakers, ...(onAnswer && { onAnswer }) };
  return startOutbox(
    {
      db: context.db,
      log,
      deliver: (row, limits) => deliver({ ...deps, ...limits }, row),
      settleCutShort: (row, limits) => settleCutShort({ ...deps, ...limits }, row),
    },
    options,
  );
}
