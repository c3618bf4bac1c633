import type { AgentId, MerchantId } from '@inbox/domain';
import { buildEndSessionUrl, type Configuration } from 'openid-client';
import * as z from 'zod/mini';
import type { Vault } from '../../accounts/vault';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { currentOrigin, withOrigin } from '../../platform/origin';
import { endProviderSessions, takeProviderSignOut } from '../sessions/session-queries';
import { startSession } from '../sign-in/sign-in';
import type { Tokens } from '../sessions/token';
import type { NotAdmitted } from '../sign-in/failed-sign-ins';
import { admit } from './admit';
import { beginFlow, completeFlow, readFlow, type BegunFlow } from './flow';
import { SIGNED_OUT_PATH } from './flow-terms';
import { takeAnswer } from './identity-queries';
import { createLogoutTokenReader, LOGOUT_TOKEN_MS } from './logout-token';
import type { OidcSettings } from './oidc-settings';
import { createProvider } from './provider';
import { ProviderError } from './provider-error';

/** As the audit has who adds agents and changes permissions by what the provider says. */
const WHO = 'identity_provider';

export interface OidcDeps {
  context: Pick<WorkContext, 'db' | 'now' | 'outboxWoken'>;
  tokens: Tokens;
  vault: Pick<Vault, 'seal' | 'open'>;
  settings: OidcSettings;
  merchantId: MerchantId;
  /** Told why a sign-in failed, for the operator: without tokens, addresses and names. */
  log: (line: string) => void;
}

/** Why a sign-in at the provider came to nothing before it was known whose it is. */
type NotKnown = 'no-flow' | 'refused' | 'unreachable' | 'untrusted';
export type SignInFailure = NotAdmitted | NotKnown;

export type SignInOutcome =
  | { token: string; next: string }
  | { failed: NotKnown }
  | { failed: NotAdmitted; agentId: AgentId | null };

/** The sign-in of one merchant's agents at an identity provider. */
export interface Oidc {
  merchantId: MerchantId;
  settings: OidcSettings;
  /** @param next where to go on in the inbox. @returns null when the provider is down */
  begin(next: string): Promise<BegunFlow | null>;
  /** Whether a cookie's value is of a flow that may be completed. */
  isFlow(cookie: string): boolean;
  /** @param search the query that the provider has sent the browser back with */
  complete(cookie: string, search: string): Promise<SignInOutcome>;
  /**
   * The provider's sign-out for a session whose agent has signed out here: once. Null when that is not so, or the provider
   * has none. @throws ProviderError when it is down
   */
  takeSignOut(sessionId: string): Promise<string | null>;
  /** Ends the sessions that a logout token of the provider names. @returns false for what is no such token */
  endSessions(logoutToken: string): Promise<boolean>;
}

/** As the provider writes itself: the setting may have one slash more or less at its end. */
const issuerOf = (configuration: Configuration): string => configuration.serverMetadata().issuer;

export function createOidc({ context, tokens, vault, settings, merchantId, log }: OidcDeps): Oidc {
  const { db, now } = context;
  const provider = createProvider(settings);
  const readLogoutToken = createLogoutTokenReader(settings);
  const note = (what: string): void => log(`A sign-in at the identity provider failed: ${what}.`);
  /** The transaction is in the provider's name. */
  const asProvider = <T>(work: () => Promise<T>): Promise<T> => withOrigin({ ...currentOrigin(), who: WHO }, work);

  async function complete(cookie: string, search: string): Promise<SignInOutcome> {
    const flow = readFlow(vault, cookie, now());
    if (flow === undefined) return { failed: 'no-flow' };
    const configuration = await provider.configuration();
    const identity = await completeFlow(configuration, settings, flow, search);
    if ('refused' in identity) {
      note(`it answered ${identity.refused}`);
      return { failed: 'refused' };
    }
    const admission = await asProvider(() =>
      inTransaction(db, async (tx) => {
        await setOrigin(tx, null);
        const answer = { merchant_id: merchantId, kind: 'state', id: flow.state } as const;
        const isFirst = await takeAnswer(tx, { ...answer, expires_at: new Date(flow.until) });
        if (!isFirst) return { refused: 'no-flow' } as const;
        return admit(tx, { merchantId, issuer: issuerOf(configuration), settings, identity, now: now() });
      }),
    );
    if ('refused' in admission) {
      note(admission.refused);
      if (admission.refused === 'no-flow') return { failed: admission.refused };
      return { failed: admission.refused, agentId: admission.agentId };
    }
    const way = { by: 'identity_provider', sid: identity.sid } as const;
    const token = await startSession({ ...context, tokens }, merchantId, admission.agentId, way);
    return token === undefined ? { failed: 'no-agent', agentId: admission.agentId } : { token, next: flow.next };
  }

  return {
    merchantId,
    settings,
    async begin(next) {
      try {
        return await beginFlow(await provider.configuration(), settings, { vault, next, now: now() });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        note(error.message);
        return null;
      }
    },
    isFlow: (cookie) => readFlow(vault, cookie, now()) !== undefined,
    async complete(cookie, search) {
      try {
        return await complete(cookie, search);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        note(error.message);
        return { failed: error.why };
      }
    },
    async takeSignOut(sessionId) {
      if (!z.safeParse(z.uuid(), sessionId).success) return null;
      if (!(await takeProviderSignOut(db, { id: sessionId, merchant_id: merchantId }))) return null;
      const configuration = await provider.configuration();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: settings.url + SIGNED_OUT_PATH }).href;
    },
    async endSessions(logoutToken) {
      const time = now();
      const configuration = await provider.configuration();
      const read = await readLogoutToken(configuration, logoutToken, time);
      if (read === undefined) return false;
      const { id, subject, sid } = read;
      return asProvider(() =>
        inTransaction(db, async (tx) => {
          await setOrigin(tx, null);
          // Its age is counted from when it was made; the clocks may differ.
          const expires_at = new Date(time.getTime() + 2 * LOGOUT_TOKEN_MS);
          const isFirst = await takeAnswer(tx, { merchant_id: merchantId, kind: 'logout', id, expires_at });
          if (!isFirst) return false;
          await endProviderSessions(
            tx,
            { merchant_id: merchantId, issuer: issuerOf(configuration), subject, sid },
            time,
          );
          return true;
        }),
      );
    },
  };
}
