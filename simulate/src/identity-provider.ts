import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** Somebody whom the identity provider knows, by the name that they type there. */
export interface Person {
  email: string;
  email_verified: boolean;
  name: string;
  groups: string[];
}

export interface IdentityProviderOptions {
  /** Where the inbox is: an origin. */
  inboxUrl: string;
  clientId: string;
  clientSecret: string;
  /** May be changed while it runs. */
  people: Map<string, Person>;
  port?: number;
}

export interface IdentityProvider {
  issuer: string;
  close(): Promise<void>;
}

const MINUTE = 60;
const INTERACTION = /^\/interaction\/([\w-]+)$/;

/**
 * A company's identity provider: oidc-provider, which is a certified implementation of OpenID Connect, with a sign-in form
 * that asks for a name alone. It tells the inbox of sign-outs (back-channel), and asks who signs out whether they mean it.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(options.port ?? 0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, configurationOf(options));
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const isInteraction = INTERACTION.test(request.url ?? '');
    const work = isInteraction ? interact(provider, request, response) : handle(request, response);
    work.catch(() => response.destroy());
  });
  return {
    issuer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configurationOf({ inboxUrl, clientId, clientSecret, people }: IdentityProviderOptions): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${inboxUrl}/main-site/oidc/callback`],
        post_logout_redirect_uris: [`${inboxUrl}/main-site/login`],
        backchannel_logout_uri: `${inboxUrl}/main-site/oidc/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'first' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Its own pages load a font of another host.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => void (context.body = pageOf('Sign out?', form + SIGN_OUT)),
        postLogoutSuccessSource: (context) => void (context.body = pageOf('Signed out', '')),
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: MINUTE, AuthorizationCode: MINUTE, IdToken: MINUTE, Grant: 60 * MINUTE, Session: 60 * MINUTE },
    // Without its own connections, which would refuse to tell an inbox on this machine of a sign-out.
    fetch: async (url, { method = 'GET', headers = {}, body = null, signal = null } = {}) =>
      fetch(url, { method, headers, body, signal, redirect: 'manual' }),
    async findAccount(_context, accountId) {
      const person = people.get(accountId);
      return person && { accountId, claims: async () => ({ sub: accountId, ...person }) };
    },
    // What a company's own program wants needs nobody's consent.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  };
}

const pageOf = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${content}</main></html>`;

const SIGN_OUT = `<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;

const FORM = pageOf(
  'Company sign-in',
  `<form method="post"><label>Name <input name="login" autofocus></label> <button>Continue</button></form>
  <form method="post"><button name="cancel" value="yes">Cancel</button></form>`,
);

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    await provider.interactionDetails(request, response);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(FORM);
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const form = new URLSearchParams(body);
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'The person has cancelled.' }
    : { login: { accountId: form.get('login') ?? '' } };
  await provider.interactionFinished(request, response, result);
}
