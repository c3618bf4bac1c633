import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bucketsOf } from '@inbox/domain/operations';
import pino from 'pino';
import { sql } from 'kysely';
import { createApp } from '../../app/api/app';
import { Hub } from '../../live/hub';
import { addShop, createChannelWorld, type ChannelWorld } from '../../testing/channel-world';
import { addHealth } from '../../panels/health-queries';
import { addConversation } from '../../testing/rows';
import { readSettings } from '../../app/settings/settings';
import { openMetrics, type Metrics } from './index';

const TOKEN = 'a token of some length';
const app = createApp({ logger: pino({ level: 'silent' }) });
let world: ChannelWorld;
let metrics: Metrics;
const readiness = {
  problems: async () => [],
  last: () =>
    new Map([
      ['database', true],
      ['files', false],
    ] as const),
};

beforeAll(async () => {
  world = await createChannelWorld();
  const env = { INBOX_DATA_DIR: world.dataDir, INBOX_METRICS_PORT: '0', INBOX_METRICS_TOKEN: TOKEN };
  const hub = new Hub(world.test.db, () => undefined);
  const opened = await openMetrics(app, { settings: readSettings(env, '/'), store: world.test, hub, readiness });
  if (opened === null) throw new Error('There are no metrics.');
  metrics = opened;
  app.get('/tickets/:id', async () => 'one');
});
afterAll(async () => {
  await metrics.close();
  await app.close();
  await world.end();
});

const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metrics.at?.port}/metrics`)).text();

describe('metrics', () => {
  it('are nowhere unless a setting says where, and behind the token on the port of the inbox', async () => {
    const off = createApp({ logger: pino({ level: 'silent' }) });
    const hub = new Hub(world.test.db, () => undefined);
    const settings = readSettings({ INBOX_DATA_DIR: world.dataDir }, '/');
    expect(await openMetrics(off, { settings, store: world.test, hub, readiness })).toBeNull();
    expect((await off.inject('/metrics')).statusCode).toBe(404);

    // Without a token they are for this machine alone.
    expect(metrics.at?.address).toBe('127.0.0.1');

    const ask = (authorization: string) => app.inject({ url: '/metrics', headers: { authorization } });
    expect((await ask('Bearer another token')).statusCode).toBe(401);
    expect((await ask(TOKEN)).statusCode).toBe(401);
    expect((await ask(`Bearer ${TOKEN}`)).body).toContain('inbox_sockets 0');
  });

  it('count calls by their route, answers of channels and what waits, and name no customer', async () => {
    const { merchantId } = await addShop(world, 'whatsapp');
    const line = await addConversation(world.test.db, merchantId, 'email', { email: 'priya@mail.example' });
    await sql`insert into outbox (merchant_id, account_id, kind, payload, next_at)
      values (${merchantId}, ${line.accountId}, 'email', '{"to":"priya@mail.example"}', now() - interval '1 hour')`.execute(
      world.test.db,
    );
    const of = { panel: 'conversation', version: '1.0.0', since: 1, hour: new Date() };
    await addHealth(world.test.db, [
      { ...of, kind: 'load', count: 3 },
      ...(
        [
          ['inp_keyboard_ms', 80],
          ['cls', 0.02],
        ] as const
      ).map(([kind, value]) => ({
        ...{ ...of, kind, count: 1, sum: value },
        buckets: bucketsOf(kind, value),
      })),
    ]);
    await app.inject('/tickets/48213?customer=priya');
    metrics.answered('whatsapp', 'refused');
    metrics.scanned('infected');
    const text = await read();
    expect(text).toContain('inbox_http_requests_total{method="GET",route="/tickets/:id",status="200"} 1');
    expect(text).toContain('inbox_channel_answers_total{channel="whatsapp",answer="refused"} 1');
    expect(text).toContain('inbox_virus_scans_total{outcome="infected"} 1');
    expect(text).toContain('inbox_virus_scans_total{outcome="failed"} 0');
    expect(text).toContain('inbox_outbox_waiting{channel="email"} 1');
    expect(Number(/inbox_outbox_overdue_seconds\{channel="email"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(3_500);
    const vital = (measure: string) =>
      `inbox_panel_vital_p75{panel="conversation",version="1.0.0",measure="${measure}"}`;
    // Within its bucket of 50 to 100 ms three quarters of the way, and so is the score.
    expect(text).toContain(`${vital('inp_keyboard')} 0.0875`);
    expect(text).toContain(`${vital('cls')} 0.0212`);
    expect(text).toContain('inbox_ready{need="database"} 1');
    expect(text).toContain('inbox_ready{need="files"} 0');
    expect(text).toMatch(/inbox_disk_free_bytes \d/);
    expect(text).not.toMatch(/inbox_figures_failed_total\{/);
    for (const secret of ['priya', '48213']) expect(text).not.toContain(secret);
  });
});
