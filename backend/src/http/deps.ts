import type { AgentId, MerchantId } from '@inbox/domain';
import type { FetchImageOptions } from '../platform/net/fetch-image';
import type { Telephony } from '../calls/call-customer';
import type { InitiateContext } from '../conversations/initiate/initiate-email';
import type { SendingContext } from '../conversations/send/compose-reply';
import type { TemplateSource } from '../templates/list-templates';
import type { TemplateContext } from '../templates/send-template';
import type { Uploads } from '../platform/files/uploads';
import type { PanelWork } from '../panels';
import type { Readiness } from '../platform/readiness/readiness';
import type { ShopConnector } from '../shop/shop-connector';
import type { Vault } from '../accounts/vault';
import type { Oidc } from '../agents/oidc';
import type { SignInGuard } from '../agents/sign-in/sign-in-guard';
import type { Tokens } from '../agents/sessions/token';
import type { DeadLetter } from '../conversations/dead-letters/dead-letters';
import type { LaggingReads } from '../platform/db/lagging-reads';
import type { DueWorker } from '../platform/scheduling/when-due';
import type { CallLimits } from './call-limits';

/** What the HTTP handlers need. */
export interface HttpDeps {
  context: TemplateContext & SendingContext & InitiateContext;
  tokens: Tokens;
  /** For what may be a little behind; left out, there is no standby. */
  reads?: LaggingReads | undefined;
  /** The sign-in at an identity provider, where one is set. */
  oidc?: Oidc | undefined;
  vault: Vault;
  /** Slows and counts who guesses passwords and codes. */
  guard: SignInGuard;
  /** Sends mails about passwords; undefined where the inbox sends no mails of its own. */
  passwordMails?: Pick<DueWorker, 'wake'> | undefined;
  uploads: Pick<Uploads, 'open' | 'put' | 'remove'>;
  /** Folders with a list of who was erased. */
  erasedLists: readonly string[];
  telephony: Telephony;
  templates: TemplateSource;
  shop: Omit<ShopConnector, 'stop'>;
  /** Where published panels are: the folder that has the registry, and who serves their files if not the inbox. */
  published: { dataDir: string; url: string | undefined };
  panels: Omit<PanelWork, 'stop'>;
  /** How pictures of mails are fetched; as in use, when left out. */
  imageFetching?: Partial<FetchImageOptions>;
  /** Told when an agent has ordered a report. */
  exportOrdered(): void;
  /** Aborted once the inbox is to stop. */
  draining?: AbortSignal;
  /** Whether the inbox has all that it needs in order to work. */
  readiness: Pick<Readiness, 'problems' | 'lasting'>;
  /** How many calls are answered; left out, all are. */
  callLimits?: CallLimits | undefined;
  /** Who has how many pages of the inbox open. */
  pagesOf(merchantId: MerchantId): Promise<ReadonlyMap<AgentId, number>>;
  /**
   * Has the door that did not understand a delivery of this merchant read it once more.
   * @returns why it was not taken in; null when it was
   */
  reprocessDeadLetter(
    merchantId: MerchantId,
    deadLetter: Pick<DeadLetter, 'door' | 'body'> & { told: unknown },
  ): Promise<string | null>;
  /** Told when an agent signs out: the session's sockets close. */
  sessionEnded(sessionId: string): void;
}
