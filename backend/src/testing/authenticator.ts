import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A device that makes passkeys and signs with them, as WebAuthn has it: P-256, without attestation. */
export interface Authenticator {
  /** The name of its passkey. */
  readonly id: string;
  /** Makes its passkey, as the answer of `navigator.credentials.create`. */
  create(given: Asked): Record<string, unknown>;
  /** Signs, as the answer of `navigator.credentials.get`; `counter` when it is not to count on. */
  get(given: Asked & { counter?: number }): Record<string, unknown>;
}

/** What a page asks it for, and whether the person has proven to be themselves (a finger, a PIN). */
interface Asked {
  challenge: string;
  origin: string;
  isVerified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const digestOf = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const inText = (bytes: Buffer): string => bytes.toString('base64url');

/** CBOR (RFC 8949), as far as such a device speaks it: maps, texts, bytes and small numbers. */
function cbor(value: ReadonlyMap<number | string, unknown> | Buffer | string | number): Buffer {
  const head = (major: number, count: number): Buffer =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** The public key as COSE has it. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  );
}

/** @param site the host that its passkey is for */
export function createAuthenticator(site: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let signed = 0;

  const clientData = (type: string, { challenge, origin }: Asked): Buffer =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, { isVerified = true }: Asked, count: number): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([digestOf(site), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), counter]);
  };
  const answer = (response: Record<string, unknown>) => ({
    id: inText(credentialId),
    rawId: inText(credentialId),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id: inText(credentialId),
    create(asked) {
      const length = Buffer.from([0, credentialId.length]);
      const data = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, asked, 0),
        ...[Buffer.alloc(16), length, credentialId, coseOf(publicKey)],
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      return answer({
        clientDataJSON: inText(clientData('create', asked)),
        attestationObject: inText(cbor(attestation)),
        transports: ['internal'],
      });
    },
    get({ counter = (signed += 1), ...asked }) {
      const [client, data] = [clientData('get', asked), authenticatorData(0, asked, counter)];
      return answer({
        clientDataJSON: inText(client),
        authenticatorData: inText(data),
        signature: inText(sign('sha256', Buffer.concat([data, digestOf(client)]), privateKey)),
      });
    },
  };
}
