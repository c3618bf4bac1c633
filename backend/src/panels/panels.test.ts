import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readHistory, readRegistry } from '@inbox/federation';
import { INBOX_PERMISSION, type AgentId, type MerchantId } from '@inbox/domain';
import { HEALTH_MEASURES, OPERATIONS_PERMISSION, type HealthCount, type HealthEntry } from '@inbox/domain/operations';
import { panelCalls } from '@inbox/api/panels';
import { failureSchema } from '@inbox/api/wire';
import { dataOf, startTestInbox, type TestInbox } from '../testing/inbox';
import { canaryRelease, publishRelease } from '../testing/releases';
import { addAgent, addMerchant } from '../testing/rows';
import { forgetOldHealth } from './health-queries';
import { createPanelWork, type PanelWork } from '.';

const panel = 'conversation';
const [STABLE, CANARY] = ['1.0.0', '2.0.0'];

let inbox: TestInbox;
let shop: MerchantId;
/** Four agents whose pages report. */
let agents: AgentId[];
let operator: string;
let work: PanelWork;
let faults: unknown[];

const workOf = (): PanelWork =>
  createPanelWork({
    context: inbox.context,
    dataDir: inbox.dataDir,
    bounds: { loads: 5, share: 0.2 },
    log: () => undefined,
    report: (error) => void faults.push(error),
  });

beforeAll(async () => {
  inbox = await startTestInbox();
});
afterAll(() => inbox.close());

/** Each test has agents, a registry and figures of its own. */
beforeEach(async () => {
  inbox.clock.now = () => new Date();
  await inbox.db.deleteFrom('panel_health').execute();
  for (const made of ['registry.json', 'registry-history']) {
    await rm(join(inbox.dataDir, made), { recursive: true, force: true });
  }
  shop = await addMerchant(inbox.db);
  agents = await Promise.all(Array.from({ length: 4 }, () => addAgent(inbox.db, shop)));
  const permissions = [INBOX_PERMISSION, OPERATIONS_PERMISSION];
  const who = await addAgent(inbox.db, shop, { first_name: 'Olga', last_name: 'Dev', user_permissions: permissions });
  operator = await inbox.signIn(shop, who);
  faults = [];
  work = workOf();
  await publishRelease(inbox.dataDir, panel, STABLE);
});
afterEach(async () => {
  await work.stop();
  if (faults.length > 0) throw faults[0];
});

const entries = (version: string, kind: HealthCount, count: number, name = panel): HealthEntry[] =>
  Array.from({ length: count }, () => ({ panel: name, version, kind }));

/** Every agent's pages load it so often, and fail so often of these. */
async function pages(version: string, loads: number, failures = 0, { name = panel, of = agents, by = work } = {}) {
  for (const agent of of) {
    const failed = entries(version, 'render_error', failures, name);
    await by.reportHealth(agent, [...entries(version, 'load', loads, name), ...failed]);
    // Each report is looked at before the next one comes.
    await by.stop();
  }
}

const live = async (name = panel) => (await readRegistry(inbox.dataDir)).panels[name];
const figuresOf = async (version: string) => {
  const { panels } = await work.operations();
  return panels.find((one) => one.panel === panel)?.versions.find((one) => one.version === version)?.health;
};

describe('a report', () => {
  it('is summed up by version and kind, with the values that three in four pages are within', async () => {
    const measures = [40, 90, 90, 90, 90, 90, 90, 3_000, 3_000, 7_000, 7_000, 7_000].map((value): HealthEntry => ({
      panel,
      version: STABLE,
      kind: 'load_ms',
      value,
    }));
    const { counted } = await work.reportHealth(agents[0]!, [...entries(STABLE, 'load', 1), ...measures]);
    // A page measures each thing once.
    expect(counted).toBe(1 + HEALTH_MEASURES.length);
    await work.reportHealth(agents[1]!, [...entries(STABLE, 'load', 2), ...entries(STABLE, 'load_failed', 1)]);
    expect(await figuresOf(STABLE)).toEqual({
      loads: 3,
      load_failed: 1,
      render_error: 0,
      p75: { load_ms: expect.closeTo(97.9, 1) },
    });
    const rows = await inbox.db.selectFrom('panel_health').selectAll().execute();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['load', 'load_ms', 'load_failed'].sort());
  });

  it('of what was never published counts nothing', async () => {
    const unknown = [...entries('9.9.9', 'load', 3), ...entries(STABLE, 'load', 3, 'nobody')];
    expect(await work.reportHealth(agents[0]!, unknown)).toEqual({ counted: 0 });
    expect(await inbox.db.selectFrom('panel_health').selectAll().execute()).toEqual([]);
  });

  it('counts hardly more failures than loads, and no more than one agent’s share of an hour', async () => {
    await work.reportHealth(agents[0]!, entries(STABLE, 'render_error', 10));
    await work.reportHealth(agents[0]!, [...entries(STABLE, 'load', 40), ...entries(STABLE, 'load_failed', 10)]);
    expect(await figuresOf(STABLE)).toMatchObject({ loads: 20, load_failed: 10, render_error: 1 });
    const later = inbox.clock.now().getTime() + 3_600_000;
    inbox.clock.now = () => new Date(later);
    await work.reportHealth(agents[0]!, entries(STABLE, 'load', 1));
    expect(await figuresOf(STABLE)).toMatchObject({ loads: 21 });
  });

  it('is refused when it is too long, or says what no page has to say', async () => {
    const token = await inbox.signIn(shop, agents[0]!);
    const refused = [
      { entries: [] },
      { entries: entries(STABLE, 'load', 51) },
      { entries: [{ panel, version: STABLE, kind: 'load', value: 3 }] },
      { entries: [{ panel, version: STABLE, kind: 'load_ms' }] },
      { entries: [{ panel, version: STABLE, kind: 'load_ms', value: -1 }] },
      { entries: [{ panel: 'x'.repeat(81), version: STABLE, kind: 'load' }] },
      { entries: [{ panel, version: STABLE, kind: 'message' }] },
    ];
    for (const body of refused) expect((await inbox.call(token, 'reportHealth', { body })).status).toBe(400);
  });

  it('is forgotten by its age', async () => {
    await pages(STABLE, 1);
    await forgetOldHealth(inbox.db, new Date(Date.now() - 7_200_000));
    expect(await figuresOf(STABLE)).toMatchObject({ loads: 4 });
    await forgetOldHealth(inbox.db, new Date(Date.now() + 1));
    expect(await figuresOf(STABLE)).toMatchObject({ loads: 0 });
  });
});

describe('a canary that passes its bound', () => {
  beforeEach(() => canaryRelease(inbox.dataDir, panel, CANARY));

  it('is taken back by itself, with the figures as the reason', async () => {
    await pages(STABLE, 5);
    await pages(CANARY, 2, 1);
    expect(await live()).toMatchObject({ version: STABLE, taken_back: [CANARY] });
    expect((await live())?.canary).toBeUndefined();
    expect(await readHistory(inbox.dataDir, panel)).toMatchObject([
      {
        action: 'rollback',
        version: CANARY,
        by: 'health',
        why: '3 of 6 page loads failed (50 %): 0 could not be loaded, 3 threw; stable 1.0.0: 0 of 20',
      },
      { action: 'canary' },
      { action: 'publish' },
    ]);
  });

  it('is taken back once by several backends that see it together', async () => {
    const backends = [workOf(), workOf(), workOf()];
    await pages(CANARY, 1, 0);
    await Promise.all(
      backends.map(async (backend, at) => {
        const report = [...entries(CANARY, 'load', 2), ...entries(CANARY, 'load_failed', 2)];
        await backend.reportHealth(agents[at]!, report);
        await backend.stop();
      }),
    );
    const history = await readHistory(inbox.dataDir, panel);
    expect(history.filter(({ by }) => by === 'health')).toHaveLength(1);
    expect(await live()).toMatchObject({ version: STABLE, taken_back: [CANARY] });
  });

  it('stays while it is within the bound, or too few pages have loaded it', async () => {
    await pages(CANARY, 2, 1, { of: agents.slice(0, 2) });
    expect((await live())?.canary).toMatchObject({ version: CANARY });
    await pages(CANARY, 4, 0);
    expect((await live())?.canary).toMatchObject({ version: CANARY });
  });

  it('stays while the stable version fails as much', async () => {
    await pages(STABLE, 2, 2);
    await pages(CANARY, 2, 2);
    expect((await live())?.canary).toMatchObject({ version: CANARY });
  });

  it('is taken back as well when it is the first version of its panel, and is nobody’s then', async () => {
    await canaryRelease(inbox.dataDir, 'loyalty', '0.1.0');
    await pages('0.1.0', 2, 1, { name: 'loyalty' });
    const entry = (await readRegistry(inbox.dataDir)).panels['loyalty'];
    expect(entry).toMatchObject({ version: '0.1.0', enabled: false, taken_back: ['0.1.0'] });
    expect(await readHistory(inbox.dataDir, 'loyalty')).toMatchObject([
      { action: 'rollback', version: '0.1.0', by: 'health' },
      { action: 'canary' },
    ]);
  });

  it('is judged anew when a team gives it out again', async () => {
    await pages(CANARY, 2, 2);
    expect((await live())?.canary).toBeUndefined();
    await canaryRelease(inbox.dataDir, panel, CANARY);
    await pages(CANARY, 4, 1, { of: agents.slice(0, 1) });
    await pages(CANARY, 4);
    expect((await live())?.canary).toMatchObject({ version: CANARY });
    expect(await figuresOf(CANARY)).toMatchObject({ loads: 20, render_error: 1 });
  });
});

describe('a release that everybody has', () => {
  beforeEach(async () => {
    await publishRelease(inbox.dataDir, 'ticket-list', STABLE);
    await pages(STABLE, 5);
    await publishRelease(inbox.dataDir, panel, CANARY);
  });

  it('is taken back when it fails and the one before did not', async () => {
    await pages(CANARY, 3, 3);
    expect(await live()).toMatchObject({ version: STABLE, taken_back: [CANARY] });
    expect((await readHistory(inbox.dataDir, panel))[0]).toMatchObject({
      by: 'health',
      why: expect.stringMatching(/^6 of 6 page loads failed .*; 1\.0\.0 before it: 0 of 20$/),
    });
  });

  it('stays when one agent alone has reported it', async () => {
    await pages(CANARY, 10, 10, { of: agents.slice(0, 1) });
    expect(await live()).toMatchObject({ version: CANARY });
  });

  it('stays when the other panels fail with it', async () => {
    await pages(STABLE, 3, 3, { name: 'ticket-list' });
    await pages(CANARY, 3, 3);
    expect(await live()).toMatchObject({ version: CANARY });
    expect(await live('ticket-list')).toMatchObject({ version: STABLE });
  });

  it('stays when nothing is known to have worked before', async () => {
    await inbox.db.deleteFrom('panel_health').execute();
    await pages(CANARY, 3, 3);
    expect(await live()).toMatchObject({ version: CANARY });
  });
});

describe('an operator', () => {
  const operations = async () => dataOf(panelCalls.panelOperations, await inbox.call(operator, 'panelOperations'));
  const change = (body: object) => inbox.call(operator, 'changePanel', { body: { panel, version: CANARY, ...body } });

  beforeEach(() => canaryRelease(inbox.dataDir, panel, CANARY));

  it('sees versions, shares, health and history', async () => {
    const { revision, bounds, panels } = await operations();
    expect([revision, bounds]).toEqual([2, { loads: 5, share: 0.2 }]);
    expect(panels).toMatchObject([
      {
        panel,
        title: 'The conversation',
        enabled: true,
        version: STABLE,
        canary: { version: CANARY, percent: 50 },
        versions: [
          { version: CANARY, state: 'canary', health: { loads: 0 } },
          { version: STABLE, state: 'live' },
        ],
        history: [{ revision: 2, action: 'canary', version: CANARY, by: 'team', why: 'A try' }, { revision: 1 }],
      },
    ]);
  });

  it('sees the first version of a panel as a canary that has no other beside it', async () => {
    await canaryRelease(inbox.dataDir, 'loyalty', '0.1.0', 10);
    const seen = async () => (await operations()).panels.find((one) => one.panel === 'loyalty');
    expect(await seen()).toMatchObject({ canary: { version: '0.1.0', percent: 10 }, versions: [{ state: 'canary' }] });
  });

  it('changes the share, promotes, rolls back and switches off; the history says who', async () => {
    expect((await change({ action: 'canary', percent: 80 })).status).toBe(200);
    expect((await live())?.canary).toMatchObject({ percent: 80 });
    expect((await change({ action: 'promote', why: ' It works ' })).status).toBe(200);
    expect(await live()).toMatchObject({ version: CANARY });
    expect((await change({ action: 'rollback' })).status).toBe(200);
    expect((await change({ action: 'disable', version: STABLE })).status).toBe(200);
    expect(await live()).toMatchObject({ version: STABLE, enabled: false });
    const [panelNow] = (await operations()).panels;
    expect(panelNow?.history.map(({ action }) => action)).toEqual([
      'disable',
      'rollback',
      'promote',
      'canary',
      'canary',
      'publish',
    ]);
    expect(panelNow?.history[2]).toMatchObject({
      by: expect.stringMatching(/^Olga Dev \(agent \d+\)$/),
      why: 'It works',
    });
    expect(panelNow?.versions[0]).toMatchObject({ version: CANARY, state: 'taken-back' });
  });

  it('is told when another one was quicker', async () => {
    await change({ action: 'rollback' });
    const { status, body } = await change({ action: 'promote' });
    expect([status, failureSchema.parse(body).error.message]).toEqual([
      409,
      'conversation 2.0.0 is not given out any more. Look again before you change it.',
    ]);
  });

  it.each([
    ['an agent', {}],
    ['a store’s admin', { is_store_admin: true }],
  ])('is not %s', async (_, rights) => {
    const token = await inbox.signIn(shop, await addAgent(inbox.db, shop, rights));
    for (const [name, parts] of [
      ['panelOperations', {}],
      ['changePanel', { body: { action: 'disable', panel, version: STABLE } }],
    ] as const) {
      const { status, body } = await inbox.call(token, name, parts);
      expect([status, failureSchema.parse(body).error.code]).toEqual([403, 'operators_only']);
    }
    expect(await live()).toMatchObject({ enabled: true });
  });
});
