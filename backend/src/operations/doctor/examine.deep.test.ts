import { createServer } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { ensureSelfSigned } from '../../channels/email/server/certificate';
import { storeDeadLetter } from '../../conversations/dead-letters/dead-letters';
import { noteMailProblem } from '../../accounts/mailbox-queries';
import { startRedis } from '../../testing/fake-redis';
import { startObjectStore } from '../../testing/object-store';
import { addShop, createChannelWorld, type ChannelWorld } from '../../testing/channel-world';
import { addConversation } from '../../testing/rows';
import { makePartitions } from '../../platform/db/partitions/make-partitions';
import { archiveName } from '../backup/archives';
import { findRoot } from '../../app/settings/root';
import { readSettings } from '../../app/settings/settings';
import { examine } from './examine';
import { linesOf, type Finding } from './finding';
import { checkBackups, checkCertificate, checkClock, checkDisk } from './machine';
import { checkPartitions } from './product';

let world: ChannelWorld;
let dir: string;
let env: Record<string, string>;
const now = new Date('2026-11-23T12:00:00Z');
const inbox = createServer((_request, answer) => answer.end('ready'));

beforeAll(async () => {
  world = await createChannelWorld();
  dir = await mkdtemp(join(tmpdir(), 'inbox-doctor-'));
  inbox.listen(0);
  await once(inbox, 'listening');
  env = {
    DATABASE_URL: world.test.url,
    PORT: String((inbox.address() as AddressInfo).port),
    INBOX_DATA_DIR: world.dataDir,
    INBOX_JWT_SECRET: 'a secret that nobody may read, ever!',
  };
});
afterAll(async () => {
  inbox.close();
  await world.end();
  await rm(dir, { recursive: true, force: true });
});

const look = async (more: Record<string, string> = {}): Promise<Finding[]> =>
  examine({ settings: readSettings({ ...env, ...more }, dir), env: { ...env, ...more }, root: findRoot(), now });
const of = (findings: Finding[], area: string) => findings.filter((each) => each.area === area);

describe('the doctor', () => {
  it('finds a merchant that a move has left unable to write', async () => {
    expect(of(await look(), 'moves')).toEqual([]);
    const move = { merchant_id: 1 as MerchantId, slug: 'my-shop', to_cell: 2 };
    const { db } = world.test;
    await db
      .insertInto('merchant_moves')
      .values({ ...move, stage: 'frozen' })
      .execute();
    expect(of(await look(), 'moves')).toMatchObject([{ level: 'ok' }]);
    await db
      .updateTable('merchant_moves')
      .set({ changed_at: sql`now() - interval '10 minutes'` })
      .execute();
    expect(of(await look(), 'moves')).toMatchObject([
      { level: 'problem', todo: 'If no command moves it: pnpm admin cell abort --merchant my-shop' },
    ]);
    await db.deleteFrom('merchant_moves').execute();
  });

  it('finds a table without a partition for what is stored now', async () => {
    const { db } = world.test;
    const months = new Date(Date.now() + 100 * 86_400_000);
    expect((await checkPartitions(db, months)).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^live_events_\d{8} is missing: what belongs there goes to live_events_other$/),
      expect.stringMatching(/^audit_records_\d{6} is missing: what belongs there goes to audit_records_other$/),
    ]);
    await makePartitions(db, months);
    expect(await checkPartitions(db, months)).toEqual([]);
    expect(of(await look(), 'partitions')).toEqual([]);
  });

  it('looks at the bucket, where there is one, without a word of its secret', async () => {
    const store = await startObjectStore();
    const bucket = {
      INBOX_S3_URL: store.settings.url,
      INBOX_S3_KEY_ID: store.settings.keyId,
      INBOX_S3_SECRET: store.settings.secret,
    };
    const area = 'file store';
    expect(of(await look(bucket), area)).toMatchObject([
      { level: 'warning', what: `${store.settings.url} answers, and does not keep older versions of objects` },
    ]);
    const refused = await look({ ...bucket, INBOX_S3_KEY_ID: 'nobody', INBOX_S3_SECRET: 'geheim' });
    expect(of(refused, area)).toMatchObject([{ level: 'problem', what: expect.stringContaining('it answers 403') }]);
    expect(JSON.stringify(refused)).not.toContain('geheim');
    await store.end();
  });

  it('looks at Redis and the standby, where there are any, without a word of their passwords', async () => {
    const redis = startRedis().listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const { port } = redis.address() as AddressInfo;
    const named = await look({
      INBOX_BROKER_URL: `redis://127.0.0.1:${port}`,
      DATABASE_STANDBY_URL: world.test.url,
    });
    redis.close();
    expect(of(named, 'redis')).toMatchObject([{ level: 'ok', what: `127.0.0.1:${port} answers` }]);
    expect(of(named, 'standby')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('it follows nobody') },
    ]);
    const away = await look({
      INBOX_BROKER_URL: 'redis://:geheim@localhost:9',
      DATABASE_STANDBY_URL: 'postgresql://inbox:geheim@localhost:9/inbox',
    });
    expect(of(away, 'redis')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('localhost:9 cannot') },
    ]);
    expect(of(away, 'standby')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('localhost:9 is not') },
    ]);
    expect(away.flatMap(linesOf).join('\n')).not.toContain('geheim');
    expect([of(await look(), 'redis'), of(await look(), 'standby')]).toEqual([[], []]);
  });

  it('tries the server of the inbox’s own mails, without a word of its password', async () => {
    expect(of(await look(), 'system mail')).toMatchObject([
      { level: 'ok', what: expect.stringContaining('none is set') },
    ]);
    const findings = await look({
      INBOX_URL: 'https://inbox.example',
      INBOX_SYSTEM_MAIL_URL: 'smtp://inbox:geheim@localhost:9',
      INBOX_SYSTEM_MAIL_FROM: 'inbox@shop.example',
    });
    expect(of(findings, 'system mail')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('localhost:9 cannot be used (unreachable): ') },
    ]);
    expect(findings.flatMap(linesOf).join('\n')).not.toContain('geheim');
  });

  it('names a mistyped setting, without its value', async () => {
    const findings = await look({ INBOX_JWT_SECRT: 'geheim' });
    expect(of(findings, 'settings')).toMatchObject([
      { level: 'warning', todo: 'INBOX_JWT_SECRT is not a setting; did you mean INBOX_JWT_SECRET?' },
    ]);
    expect(findings.flatMap(linesOf).join('\n')).not.toContain('geheim');
  });

  it('finds nothing wrong with a new inbox, and shows no secret', async () => {
    const findings = await look();
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(findings.map(({ area }) => area)).toEqual(
      expect.arrayContaining([
        'versions',
        'settings',
        'inbox',
        'disk',
        'certificate',
        'backup',
        'database',
        'outbox',
        'accounts',
        'clock',
      ]),
    );
    const text = findings.flatMap(linesOf).join('\n');
    expect(text).toContain('INBOX_JWT_SECRET from the environment');
    expect(text).toContain('PostgreSQL 18');
    for (const secret of [env['INBOX_JWT_SECRET'], env['DATABASE_URL']]) expect(text).not.toContain(secret);
  });

  it('says what does not leave, does not come in, and cannot be opened, without naming a customer', async () => {
    const { db } = world.test;
    const { merchantId } = await addShop(world, 'whatsapp');
    const line = await addConversation(db, merchantId, 'email', { email: 'priya@mail.example' });
    await sql`insert into outbox (merchant_id, account_id, kind, payload, next_at)
      values (${merchantId}, ${line.accountId}, 'email', '{"to":"priya@mail.example"}', now() - interval '1 hour')`.execute(
      db,
    );
    await storeDeadLetter(db, { merchantId, door: 'meta', reason: 'unknown', body: Buffer.from('priya') });
    await noteMailProblem(db, { merchant_id: merchantId, account_id: line.accountId }, 'out', 'The password is wrong.');
    const findings = await look({ INBOX_DATA_DIR: dir });
    expect(of(findings, 'outbox')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('email: 1 wait') },
    ]);
    expect(of(findings, 'dead letters')).toMatchObject([{ level: 'warning', what: '1 in all, 1 of the last day' }]);
    expect(of(findings, 'mailbox')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('password is wrong') },
    ]);
    expect(of(findings, 'keys, files')).toMatchObject([
      { level: 'problem', what: expect.stringContaining('is missing') },
    ]);
    expect(findings.flatMap(linesOf).join('\n')).not.toContain('priya');
  });

  it('says that no inbox answers, that there is no database, and that a restore was cut short', async () => {
    const bare = await mkdtemp(join(dir, 'bare-'));
    const settings = { DATABASE_URL: '', PORT: '1', INBOX_DATA_DIR: bare };
    expect(await look(settings)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ area: 'inbox', level: 'problem' }),
        expect.objectContaining({ area: 'database', level: 'problem', what: `there is none in ${bare}` }),
      ]),
    );
    await writeFile(join(bare, 'restore-incomplete'), '');
    expect(of(await look(settings), 'database')[0]?.what).toContain('not come to its end');
  });

  it('judges certificate, backups, disk and clock', async () => {
    await ensureSelfSigned(dir, now);
    const settings = readSettings({ INBOX_DATA_DIR: dir }, dir);
    expect(await checkCertificate(settings, now)).toMatchObject({ level: 'ok' });
    expect(await checkCertificate(settings, new Date('2060-01-01'))).toMatchObject({ level: 'problem' });

    const backups = { ...settings, backup: { ...settings.backup, dir: join(dir, 'archives') } };
    expect(await checkBackups(settings, now)).toMatchObject({ level: 'warning' });
    expect(await checkBackups(backups, now)).toMatchObject({
      level: 'problem',
      what: expect.stringContaining('no archive'),
    });
    await mkdir(backups.backup.dir);
    await writeFile(join(backups.backup.dir, archiveName(new Date('2026-11-22T00:00:00Z'))), '');
    expect(await checkBackups(backups, now)).toMatchObject({ level: 'ok', what: expect.stringContaining('36 hours') });
    expect(await checkBackups(backups, new Date('2026-11-25T00:00:00Z'))).toMatchObject({ level: 'problem' });

    const withoutKey = { ...settings, backup: { ...settings.backup, keyFile: join(dir, 'no-key') } };
    expect(await checkBackups(withoutKey, now)).toMatchObject({
      level: 'problem',
      what: expect.stringContaining('no-key, which does not exist'),
    });

    const full = async () => ({ free: 1e8, total: 1e12, isLow: true });
    expect(await checkDisk(dir, full)).toMatchObject({
      level: 'problem',
      what: expect.stringContaining('0.1 GB of 1000.0 GB'),
    });
    expect([checkClock(5, 'a'), checkClock(-90, 'a'), checkClock(null, '')]).toMatchObject([
      { level: 'ok' },
      { level: 'problem', what: '90 s behind a' },
      { level: 'ok' },
    ]);
  });
});
