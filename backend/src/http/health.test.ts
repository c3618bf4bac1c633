import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@inbox/api/wire';
import pino from 'pino';
import type { Need, Problem } from '../platform/readiness/readiness';
import { dataOf, startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addMerchant } from '../testing/rows';
import { createApp } from '../app/api/app';
import { serveHealth } from './health';

const FULL: Problem = { need: 'files', reason: 'The disk of the data folder is full (ENOSPC).' };

describe('/readyz', () => {
  it.each<[string, readonly Problem[], boolean, object]>([
    ['has 503 and the reason of each need that is not met', [FULL], false, { ready: false, problems: [FULL] }],
    [
      'has 503 while the inbox is about to stop',
      [],
      true,
      { ready: false, problems: [{ need: 'running', reason: 'The inbox is about to stop.' }] },
    ],
    ['has 200 otherwise', [], false, { ready: true }],
  ])('%s', async (_what, problems, isStopping, answer) => {
    const app = createApp({ logger: pino({ level: 'silent' }) });
    const draining = isStopping ? AbortSignal.abort() : new AbortController().signal;
    serveHealth(app, { readiness: { problems: async () => problems }, draining });
    const response = await app.inject('/readyz');
    expect(response.statusCode).toBe('problems' in answer ? 503 : 200);
    expect(response.json()).toEqual(answer);
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
  });
});

describe('the settings of an agent', () => {
  let inbox: TestInbox;
  let token: string;
  beforeAll(async () => {
    inbox = await startTestInbox();
    const shop = await addMerchant(inbox.db);
    token = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  });
  afterAll(async () => inbox.close());

  const SAVES = 'The inbox cannot save anything right now.';
  const PARTS = 'Parts of the inbox are missing on its server.';
  it.each<[readonly Need[], string[]]>([
    [[], []],
    [['database', 'files'], [SAVES]],
    [
      ['files', 'page', 'panels'],
      [SAVES, PARTS],
    ],
  ])('say what cannot be done without %j, in a sentence each and in plain words', async (unmet, says) => {
    inbox.unmet.splice(0, Infinity, ...unmet);
    const { server_problems: told } = dataOf(calls.settings, await inbox.call(token, 'settings'));
    expect(told ?? []).toEqual(says.map((sentence) => expect.stringContaining(sentence)));
    expect(JSON.stringify(told ?? [])).not.toMatch(/database|disk|folder|files|registry|ENOSPC/i);
  });
});
