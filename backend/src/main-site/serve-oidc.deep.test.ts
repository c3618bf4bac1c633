import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INBOX_PERMISSION, type AgentId, type MerchantId } from '@inbox/domain';
import { QUICK_REPLIES_PERMISSION } from '@inbox/domain/conversation';
import { startIdentityProvider, type IdentityProvider, type Person } from '@inbox/simulate/identity-provider';
import { createOidc } from '../agents/oidc';
import type { OidcSettings } from '../agents/oidc/oidc-settings';
import { signInCommands } from '../operations/admin/set-up/sign-in';
import { adminContext, runCommand } from '../operations/admin/testing';
import { createTestBrowser, type Answer, type TestBrowser } from '../testing/browser';
import { until } from '../testing/fake-graph';
import { oidcSettings } from '../testing/oidc-settings';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { hashCheaply } from '../testing/password';
import { addAgent, addMerchant } from '../testing/rows';
import { freePort } from '../testing/ports';

/** The whole of it against a real provider; what lies is in `hostile-provider.deep.test.ts`. */

const CLIENT = { clientId: 'inbox', clientSecret: 'a secret of the inbox and the provider' };

const PASSWORD = 'correct horse battery';

let inbox: TestInbox;
let provider: IdentityProvider;
let shop: MerchantId;
let url: string;
const people = new Map<string, Person>();
/** Read at each sign-in: a test may change them. */
let settings: OidcSettings;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  provider = await startIdentityProvider({ inboxUrl: url, ...CLIENT, people });
  settings = oidcSettings(provider.issuer, { ...CLIENT, merchant: 'kurta', url, scopes: 'email profile groups' });
  inbox = await startTestInbox({
    async openOidc(deps) {
      shop = await addMerchant(deps.context.db, 'Kurta & Co');
      return createOidc({ ...deps, settings, merchantId: shop, log: () => undefined });
    },
  });
  await inbox.app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  await provider.close();
  await inbox.close();
});

const known = (email: string, more: Partial<Person> = {}): Person => ({
  email,
  email_verified: true,
  name: 'Meera Iyer',
  groups: [],
  ...more,
});

/** Signs in as this person, as far as the provider and the inbox let them. */
async function signIn(browser: TestBrowser, login: string, next = ''): Promise<Answer> {
  const form = await browser.follow(`${url}/main-site/oidc/start?${new URLSearchParams({ next }).toString()}`);
  if (!form.text.includes('Company sign-in')) return form;
  return browser.follow(form.url, { method: 'POST', form: { login }, stop: /\/validate/ });
}

const tokenOf = ({ location }: Answer): string => new URL(location ?? 'x:').searchParams.get('token') ?? '';

const profileOf = async (token: string) => (await inbox.call(`jwt ${token}`, 'settings')).body;

describe('signing in at the identity provider', () => {
  it('is offered beside the password, and leads to the ticket that was wanted', async () => {
    const agent = await addAgent(inbox.db, shop, { first_name: 'Meera', email: 'meera@shop.example' });
    people.set('meera', known('Meera@Shop.example'));
    const browser = createTestBrowser();
    const login = await browser.ask(`${url}/main-site/login?next=/inbox/tickets/42`);
    const [, href = ''] = /<a class="button" href="([^"]+)">Sign in with Kurta ID<\/a>/.exec(login.text) ?? [];
    expect(href).toBe('/main-site/oidc/start?next=%2Finbox%2Ftickets%2F42');

    const landed = await signIn(browser, 'meera', '/inbox/tickets/42');
    expect(new URL(landed.location ?? 'x:').searchParams.get('t')).toBe('42');
    expect(await profileOf(tokenOf(landed))).toMatchObject({ data: { profile: { current_user_id: agent } } });
    expect(inbox.faults).toEqual([]);
  });

  it('knows the agent by the provider from then on, whatever becomes of the address', async () => {
    const agent = await addAgent(inbox.db, shop, { email: 'before@shop.example' });
    const other = await addAgent(inbox.db, shop, { email: 'after@shop.example' });
    people.set('moved', known('before@shop.example'));
    expect((await signIn(createTestBrowser(), 'moved')).location).toContain('/validate');
    people.set('moved', known('after@shop.example', { email_verified: false }));
    const landed = await signIn(createTestBrowser(), 'moved');
    expect(await profileOf(tokenOf(landed))).toMatchObject({ data: { profile: { current_user_id: agent } } });
    expect(agent).not.toBe(other);
  });

  it('takes nobody for an agent who belongs to another account of the provider', async () => {
    await addAgent(inbox.db, shop, { email: 'taken@shop.example' });
    people.set('first', known('taken@shop.example'));
    people.set('second', known('taken@shop.example'));
    expect((await signIn(createTestBrowser(), 'first')).location).toContain('/validate');
    const refused = await signIn(createTestBrowser(), 'second');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('belongs to another account')]);
  });

  it.each<[string, () => Promise<Person>, string]>([
    ['whom the inbox does not know', async () => known('nobody@shop.example'), 'has no agent for you'],
    [
      'whose address is not verified',
      async () => {
        await addAgent(inbox.db, shop, { email: 'unverified@shop.example' });
        return known('unverified@shop.example', { email_verified: false });
      },
      'does not say that your email address is verified',
    ],
    [
      'with the address of another merchant',
      async () => {
        await addAgent(inbox.db, await addMerchant(inbox.db), { email: 'leela@other.example' });
        return known('leela@other.example');
      },
      'has no agent for you',
    ],
    [
      'who is disabled',
      async () => {
        await addAgent(inbox.db, shop, { email: 'gone@shop.example', disabled: true });
        return known('gone@shop.example');
      },
      'has no agent for you',
    ],
  ])('keeps out somebody %s, and says what to do', async (_who, make, words) => {
    people.set('out', await make());
    const refused = await signIn(createTestBrowser(), 'out');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(words)]);
    const rows = await inbox.db
      .selectFrom('agent_identities')
      .where('subject', '=', 'out')
      .select('agent_id')
      .execute();
    expect(rows).toEqual([]);
  });

  it('that came to nothing is in the audit: whose it was, where that is known, and why', async () => {
    const agent = await addAgent(inbox.db, shop, { email: 'noted@shop.example' });
    people.set('noted', known('noted@shop.example'));
    await signIn(createTestBrowser(), 'noted');
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', agent).execute();
    await signIn(createTestBrowser(), 'noted');
    const failed = async () => (await auditOf('sign_in.failed')) as { about: string; ids: { wrong: string } }[];
    const isNoted = (about: string) => async () =>
      (await failed()).some((each) => each.about === about && each.ids.wrong === 'no-agent');
    await until(isNoted(`agent:${agent}`));
    people.set('unknown', known('unknown@shop.example'));
    await signIn(createTestBrowser(), 'unknown');
    await until(isNoted('identity_provider'));
    expect(JSON.stringify(await failed())).not.toContain('unknown@');
  });

  it('says that somebody has cancelled', async () => {
    const browser = createTestBrowser();
    const form = await browser.follow(`${url}/main-site/oidc/start`);
    const back = await browser.follow(form.url, { method: 'POST', form: { cancel: 'yes' } });
    expect([back.status, back.text]).toEqual([403, expect.stringContaining('was cancelled')]);
  });

  it('disables with the agent: a later sign-in of who is linked comes to nothing', async () => {
    const agent = await addAgent(inbox.db, shop, { email: 'later@shop.example' });
    people.set('later', known('later@shop.example'));
    expect((await signIn(createTestBrowser(), 'later')).location).toContain('/validate');
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', agent).execute();
    expect((await signIn(createTestBrowser(), 'later')).status).toBe(403);
  });

  it('is said in the audit: how, and what became of it', async () => {
    await addAgent(inbox.db, shop, { email: 'audited@shop.example' });
    people.set('audited', known('audited@shop.example'));
    await signIn(createTestBrowser(), 'audited');
    const records = await auditOf('session.added');
    expect(records[0]).toMatchObject({ changes: { signed_in_by: [null, 'identity_provider'] } });
    expect((await auditOf('identity.added'))[0]).toMatchObject({
      who: 'identity_provider',
      changes: { issuer: [null, provider.issuer] },
    });
  });
});

/** The newest first. */
async function auditOf(what: string): Promise<unknown[]> {
  const rows = await inbox.db
    .selectFrom('audit_records')
    .select('content')
    .where('merchant_id', '=', shop)
    .where('what', '=', what)
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(({ content }) => JSON.parse(content) as unknown);
}

/** What an agent may do. */
const rightsOf = (id: AgentId) =>
  inbox.db
    .selectFrom('agents')
    .select(['user_permissions', 'can_assign_ticket_to_self', 'can_assign_ticket_to_other_agent', 'is_store_admin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('groups', () => {
  beforeAll(() => {
    settings.groups = new Map([
      ['support', ['inbox']],
      ['/leads of support', ['inbox', 'assign-others', 'quick-replies', 'store-admin']],
    ]);
  });
  afterAll(() => {
    settings.groups = new Map();
    settings.create = false;
  });

  it('give and take what they decide at each sign-in, and leave the rest; the audit says who', async () => {
    const agent = await addAgent(inbox.db, shop, {
      email: 'grouped@shop.example',
      user_permissions: ['operate_panels', INBOX_PERMISSION],
      can_assign_ticket_to_self: true,
      can_assign_ticket_to_other_agent: false,
    });
    people.set('grouped', known('grouped@shop.example', { groups: ['staff', '/leads of support'] }));
    const lead = await signIn(createTestBrowser(), 'grouped');
    expect(lead.location).toContain('/validate');
    const named = ['operate_panels', INBOX_PERMISSION];
    expect(await rightsOf(agent)).toEqual({
      user_permissions: [...named, QUICK_REPLIES_PERMISSION],
      can_assign_ticket_to_self: true,
      can_assign_ticket_to_other_agent: true,
      is_store_admin: true,
    });

    people.set('grouped', known('grouped@shop.example', { groups: ['support'] }));
    await signIn(createTestBrowser(), 'grouped');
    expect(await rightsOf(agent)).toEqual({
      user_permissions: named,
      can_assign_ticket_to_self: true,
      can_assign_ticket_to_other_agent: false,
      is_store_admin: false,
    });
    expect((await auditOf('agent.changed'))[0]).toMatchObject({
      who: 'identity_provider',
      about: `agent:${agent}`,
      changes: { is_store_admin: [true, false], can_assign_ticket_to_other_agent: [true, false] },
    });
  });

  it('that give no access keep somebody out, and end what they could do in a session that runs', async () => {
    await addAgent(inbox.db, shop, { email: 'out@shop.example' });
    people.set('leaves', known('out@shop.example', { groups: ['support'] }));
    const token = tokenOf(await signIn(createTestBrowser(), 'leaves'));
    expect((await inbox.call(`jwt ${token}`, 'allAgents')).status).toBe(200);
    people.set('leaves', known('out@shop.example', { groups: [] }));
    const refused = await signIn(createTestBrowser(), 'leaves');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('You are in no group')]);
    expect((await inbox.call(`jwt ${token}`, 'allAgents')).status).toBe(403);
  });

  it('make an agent of somebody new where the settings say so, and of nobody without a group', async () => {
    settings.create = true;
    people.set('new', known('New@Shop.example', { name: 'Zoya Khan Ali', groups: ['support'] }));
    const landed = await signIn(createTestBrowser(), 'new');
    expect(await profileOf(tokenOf(landed))).toMatchObject({
      data: {
        profile: { first_name: 'Zoya', last_name: 'Khan Ali', email: 'new@shop.example', is_store_admin: false },
      },
    });
    expect((await auditOf('agent.added'))[0]).toMatchObject({ who: 'identity_provider' });

    people.set('stranger', known('stranger@shop.example', { groups: ['staff'] }));
    expect((await signIn(createTestBrowser(), 'stranger')).status).toBe(403);
    const made = await inbox.db
      .selectFrom('agents')
      .where('email', '=', 'stranger@shop.example')
      .select('id')
      .execute();
    expect(made).toEqual([]);
  });
});

describe('sign-out', () => {
  async function signedIn(login: string): Promise<{ browser: TestBrowser; token: string }> {
    await addAgent(inbox.db, shop, { email: `${login}@shop.example` });
    people.set(login, known(`${login}@shop.example`));
    const browser = createTestBrowser();
    return { browser, token: tokenOf(await signIn(browser, login)) };
  }
  const isIn = async (token: string): Promise<boolean> => (await inbox.call(`jwt ${token}`, 'settings')).status === 200;

  it('of the inbox leads to the sign-out of the provider, once', async () => {
    const { browser, token } = await signedIn('leaving');
    expect((await browser.ask(`${url}/main-site/login`)).status).toBe(200);
    await inbox.call(`jwt ${token}`, 'logout', { body: { token } });
    const led = await browser.ask(`${url}/main-site/login`);
    const address = new URL(led.location ?? 'x:');
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'inbox',
      post_logout_redirect_uri: `${url}/main-site/login`,
    });
    expect((await browser.ask(`${url}/main-site/login`)).status).toBe(200);

    // The provider's own page asks whether it is meant.
    const asked = await browser.follow(address.href);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.text) ?? [];
    const form = { xsrf, logout: 'yes' };
    const done = await browser.follow(`${provider.issuer}/session/end/confirm`, { method: 'POST', form });
    expect([done.url, done.status]).toEqual([`${url}/main-site/login`, 200]);
    // Nobody is signed in there any more: a name is asked for.
    expect((await browser.follow(`${url}/main-site/oidc/start`)).text).toContain('Company sign-in');
  });

  it('of the provider ends the session here, and only that one', async () => {
    const one = await signedIn('elsewhere');
    const other = createTestBrowser();
    const otherToken = tokenOf(await signIn(other, 'elsewhere'));
    const address = `${provider.issuer}/session/end?client_id=inbox`;
    const asked = await one.browser.follow(address);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.text) ?? [];
    const form = { xsrf, logout: 'yes' };
    await one.browser.follow(`${provider.issuer}/session/end/confirm`, { method: 'POST', form });
    expect([await isIn(one.token), await isIn(otherToken)]).toEqual([false, true]);
    expect((await auditOf('session.changed'))[0]).toMatchObject({ who: 'identity_provider' });
  });

  it('of a session that was begun by password leads nowhere', async () => {
    const agent = await addAgent(inbox.db, shop);
    const token = await inbox.signIn(shop, agent);
    await inbox.call(token, 'logout', { body: { token } });
    const due = await inbox.db.selectFrom('sessions').select('id').where('provider_sign_out', '=', true).execute();
    expect(due).toEqual([]);
  });
});

describe('the operator', () => {
  const admin = async (...words: string[]): Promise<string[]> => {
    const said: string[] = [];
    const context = adminContext({ db: inbox.db, vault: inbox.vault, print: (line) => void said.push(line) });
    const { slug } = await inbox.db
      .selectFrom('merchants')
      .select('slug')
      .where('id', '=', shop)
      .executeTakeFirstOrThrow();
    await runCommand(signInCommands, [...words, '--merchant', slug], context);
    return said;
  };

  it('links who has no verified address, and unlinks an account that has changed hands', async () => {
    const whose = ['--email', 'entra@shop.example'];
    await addAgent(inbox.db, shop, { email: 'entra@shop.example' });
    people.set('a-guid', known('entra@shop.example', { email_verified: false }));
    expect((await signIn(createTestBrowser(), 'a-guid')).status).toBe(403);
    const account = ['--issuer', provider.issuer, '--subject', 'a-guid'];
    expect(await admin('agent', 'link', ...whose, ...account)).toEqual(['Linked.']);
    await expect(admin('agent', 'link', ...whose, ...account)).rejects.toThrow('linked already');
    const list = (await admin('agent', 'identities')).join('\n');
    expect(list).toMatch(/entra@shop\.example +http:\/\/localhost:\d+ +a-guid/);

    const token = tokenOf(await signIn(createTestBrowser(), 'a-guid'));
    expect((await inbox.call(`jwt ${token}`, 'settings')).status).toBe(200);
    await admin('agent', 'unlink', ...whose);
    expect((await inbox.call(`jwt ${token}`, 'settings')).status).toBe(401);
    expect((await signIn(createTestBrowser(), 'a-guid')).status).toBe(403);
    expect(await auditOf('identity.deleted')).toHaveLength(1);
    await expect(admin('agent', 'unlink', ...whose)).rejects.toThrow('no identity provider');
  });
});

describe('passwords', () => {
  it('are good for nobody of the merchant once they are switched off, and for others as before', async () => {
    const password_hash = hashCheaply(PASSWORD);
    await addAgent(inbox.db, shop, { email: 'pass@shop.example', password_hash });
    await addAgent(inbox.db, await addMerchant(inbox.db), { email: 'pass@other.example', password_hash });
    const tries = async (email: string): Promise<number> => {
      const form = { email, password: PASSWORD };
      return (await createTestBrowser().ask(`${url}/main-site/login`, { method: 'POST', form })).status;
    };
    expect(await tries('pass@shop.example')).toBe(303);
    settings.passwords = false;
    expect([await tries('pass@shop.example'), await tries('pass@other.example')]).toEqual([401, 303]);
    expect((await createTestBrowser().ask(`${url}/main-site/login`)).text).toContain('has no password here');
    settings.passwords = true;
  });
});
