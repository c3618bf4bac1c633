import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createApp } from '../app/api/app';
import { serveInsights } from './insights';

let app: FastifyInstance;

beforeAll(() => {
  app = createApp({ logger: pino({ level: 'silent' }) });
  serveInsights(app, join(__dirname, '../../../examples/analytics'));
});
afterAll(() => app.close());

describe('the analytics page of the stand-in', () => {
  it('has all that it names, under a strict policy', async () => {
    const bare = await app.inject({ url: '/main-site/insights' });
    expect([bare.statusCode, bare.headers.location]).toEqual([302, '/main-site/insights/']);
    const { body, headers } = await app.inject({ url: '/main-site/insights/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-/);
    const named = [...body.matchAll(/(?:src|href)="([\w.-]+)"/g)].map(([, name]) => name);
    expect(named).toEqual(['analytics.css', 'analytics.js']);
    for (const name of [...named, 'charts.js']) {
      const part = await app.inject({ url: `/main-site/insights/${name}` });
      expect([name, part.statusCode, part.headers['content-type']]).toEqual([
        name,
        200,
        expect.stringMatching(/^text\/(?:css|javascript)/),
      ]);
    }
  });

  it('is nothing but its own files', async () => {
    for (const url of ['/main-site/insights/index.html', '/main-site/insights/..%2F..%2Fpackage.json']) {
      expect((await app.inject({ url })).statusCode).toBe(404);
    }
  });
});
