import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { failureSchema } from '@inbox/api/wire';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import { SignJWT } from 'jose';
import { endEmbedSecrets } from './secrets';
import { closeCode, startTestInbox, type TestInbox } from '../testing/inbox';
import { addEmbedSecret, listenTo, scopedToken, type EmbedSigner } from '../testing/scoped-token';
import { addAgent, addConversation, addMerchant, addTicket } from '../testing/rows';

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let ticket: TicketId;
let signer: EmbedSigner;
let others: EmbedSigner;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop, { email: 'asha@shop.example' });
  ticket = await addTicket(inbox.db, await addConversation(inbox.db, shop));
  others = await addEmbedSecret(inbox, await addMerchant(inbox.db));
});
beforeEach(async () => {
  signer = await addEmbedSecret(inbox, shop);
});
afterAll(() => inbox.close());

const now = () => Math.floor(Date.now() / 1000);
const scope = () => ({ tickets: [ticket] });

/** Status, and what the embedding page's developer reads. */
async function refusalOf(token: string): Promise<[number, string]> {
  const answered = await inbox.call(token, 'content', { params: { ticket_id: ticket } });
  if (answered.status === 200) return [200, ''];
  const { code, message } = failureSchema.parse(answered.body).error;
  return [answered.status, `${code ?? ''}: ${message}`];
}

describe('a narrow token', () => {
  it.each<[string, () => string]>([
    ['by the number', () => String(asha)],
    ['by the address', () => 'Asha@Shop.example'],
  ])('acts for the agent that it names %s, with or without jwt before it', async (_name, sub) => {
    const token = await scopedToken(signer, { sub: sub(), scope: scope() });
    for (const sent of [token, `jwt ${token}`, `Bearer ${token}`]) expect(await refusalOf(sent)).toEqual([200, '']);
    const { body } = await inbox.call(token, 'settings');
    expect(body).toMatchObject({ data: { profile: { current_user_id: asha, id: shop } } });
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    ['that has expired', () => scopedToken(signer, { ...mine(), iat: now() - 60, exp: now() - 1 }), /^token_expired: /],
    ['for too long', () => scopedToken(signer, { ...mine(), exp: now() + 3601 }), /^token_refused: .*for too long/],
    [
      'for too long, with a beginning in the future',
      () => scopedToken(signer, { ...mine(), iat: now() + 7200, exp: now() + 9000 }),
      /^token_refused: .*for too long/,
    ],
    [
      'that another merchant’s secret has signed',
      () => scopedToken({ ...signer, secret: others.secret }, mine()),
      /^token_refused: .*not signed/,
    ],
    [
      'of another merchant’s own, which says that it is this one’s',
      () => scopedToken({ ...others, slug: signer.slug }, mine()),
      /^token_refused: .*iss must be/,
    ],
    [
      'of another merchant, for this one’s agent',
      () => scopedToken(others, mine()),
      /^token_refused: .*sub names no agent/,
    ],
    [
      'with a kid that nobody has made',
      () => scopedToken({ ...signer, kid: 'embed_AAAAAAAAAAAAAAAA' }, mine()),
      /^token_refused: .*not signed/,
    ],
    ['without a kid', () => signedAs({ alg: 'HS256' }), /^signed_out: /],
    ['of another algorithm', () => signedAs({ alg: 'HS512', kid: signer.kid }), /^token_refused: .*not signed/],
    ['with alg none', () => Promise.resolve(unsigned()), /^token_refused: .*not signed/],
    ['for nobody', () => scopedToken(signer, { ...mine(), sub: '' }), /^token_refused: .*sub/],
    ['for an agent who is not there', () => scopedToken(signer, { ...mine(), sub: '999999' }), /sub names no agent/],
    ['without a scope', () => scopedToken(signer, { ...mine(), scope: undefined }), /^token_refused: .*scope/],
    ['whose scope narrows nothing', () => scopedToken(signer, { ...mine(), scope: {} }), /must narrow something/],
    [
      'whose scope only widens',
      () => scopedToken(signer, { ...mine(), scope: { analytics: true } }),
      /must narrow something/,
    ],
    [
      'whose scope says what is not known',
      () => scopedToken(signer, { ...mine(), scope: { ticket: 5, readOnly: true } }),
      /^token_refused: .*ticket/,
    ],
    [
      'whose scope names customers by anything but a number',
      () => scopedToken(signer, { ...mine(), scope: { customers: ['asha@mail.example'] } }),
      /number of a customer/,
    ],
  ])('%s is refused, and says why', async (_name, make, why) => {
    const [status, told] = await refusalOf(await make());
    expect([status, told]).toEqual([401, expect.stringMatching(why)]);
  });

  it('is refused once its secret is revoked, and its agent disabled', async () => {
    const leaver = await addAgent(inbox.db, shop);
    const token = await scopedToken(signer, { ...mine(), sub: String(leaver) });
    expect(await refusalOf(token)).toEqual([200, '']);
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', leaver).execute();
    expect(await refusalOf(token)).toEqual([401, expect.stringMatching(/no agent/)]);
    await endEmbedSecrets(inbox.db, { merchantId: shop, at: new Date(), kid: signer.kid });
    expect(await refusalOf(await scopedToken(signer, mine()))).toEqual([401, expect.stringMatching(/revoked/)]);
  });

  it('of an older secret is good until that ends', async () => {
    await endEmbedSecrets(inbox.db, { merchantId: shop, at: new Date(Date.now() + 60_000), kid: signer.kid });
    expect(await refusalOf(await scopedToken(signer, mine()))).toEqual([200, '']);
  });

  it('has no rights that its agent has not', async () => {
    const outsider = await addAgent(inbox.db, shop, { user_permissions: [] });
    const token = await scopedToken(signer, { ...mine(), sub: String(outsider) });
    expect(await refusalOf(token)).toEqual([403, 'no_permission: Feature not subscribed!']);
  });
});

describe('the socket of a narrow token', () => {
  it('is refused for a token that does not hold', async () => {
    const socket = await inbox.socket(await scopedToken(signer, { ...mine(), iat: now() - 60, exp: now() - 1 }));
    expect(await closeCode(socket)).toBe(4401);
  });

  it('closes at once when its secret is revoked', async () => {
    const { socket } = await listenTo(inbox, await scopedToken(signer, mine()));
    const closed = closeCode(socket);
    await endEmbedSecrets(inbox.db, { merchantId: shop, at: new Date(), kid: signer.kid });
    expect(await closed).toBe(4401);
  });
});

const mine = () => ({ sub: String(asha), scope: scope() });

const signedAs = (header: { alg: string; kid?: string }) =>
  new SignJWT({ iss: signer.slug, iat: now(), exp: now() + 60, ...mine() })
    .setProtectedHeader(header)
    .sign(new TextEncoder().encode(signer.secret));

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', kid: signer.kid })}.${part({ iss: signer.slug, iat: now(), exp: now() + 60, ...mine() })}.`;
}
