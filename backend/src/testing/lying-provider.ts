import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

type Claims = Record<string, unknown>;

/** How the provider lies; what it leaves out is as it should be. */
export interface Lie {
  /** In place of claims of the ID token; undefined takes one away. */
  claims?: (claims: Claims) => Claims;
  sign?: (claims: Claims) => Promise<string> | string;
  /** Answers the exchange of the code by itself. */
  token?: (response: ServerResponse) => void;
  userInfo?: Claims;
  /** In place of what it says of itself. */
  metadata?: Claims;
  /** Answers the question for what it says of itself. */
  discovery?: (response: ServerResponse) => void;
}

export interface LyingProvider {
  issuer: string;
  lie: Lie;
  /** What the next ID token is to carry as its nonce. */
  nonce: string;
  /** The public key, as the keys' address has it. */
  publicJwk: object;
  publicPem: string;
  /** How often the code was exchanged. */
  exchanges: number;
  sign(claims: Claims, header?: { alg?: string; kid?: string; typ?: string }): Promise<string>;
  /** By a key that is not published, under the name of the one that is. */
  signFalsely(claims: Claims): Promise<string>;
  close(): Promise<void>;
}

export const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An identity provider that says what a test has it say, and has a key of its own. */
export async function startLyingProvider({
  clientId,
  person,
}: {
  clientId: string;
  person: Claims;
}): Promise<LyingProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey: falseKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signWith =
    (key: typeof privateKey): LyingProvider['sign'] =>
    (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first', ...header }).sign(key);
  const server = createServer((request, response) => {
    answer(request.url ?? '', response).catch(() => response.destroy());
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const provider: LyingProvider = {
    issuer,
    lie: {},
    nonce: '',
    publicJwk: { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'first' },
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    exchanges: 0,
    sign: signWith(privateKey),
    signFalsely: signWith(falseKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  let sub: unknown;
  async function answer(path: string, response: ServerResponse): Promise<void> {
    const { lie } = provider;
    if (path === '/.well-known/openid-configuration') {
      if (lie.discovery) return lie.discovery(response);
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...lie.metadata,
      });
    }
    if (path === '/jwks') return json(response, { keys: [provider.publicJwk] });
    if (path === '/userinfo') return json(response, lie.userInfo ?? { sub });
    if (path !== '/token') return json(response, {}, 404);
    provider.exchanges += 1;
    if (lie.token) return lie.token(response);
    const time = Math.floor(Date.now() / 1000);
    const told = { iss: issuer, aud: clientId, iat: time, exp: time + 300, nonce: provider.nonce, ...person };
    const claims: Claims = lie.claims?.(told) ?? told;
    sub = claims['sub'];
    const id_token = await (lie.sign ?? provider.sign)(claims);
    return json(response, { access_token: 'an access token', token_type: 'Bearer', expires_in: 300, id_token });
  }

  return provider;
}
