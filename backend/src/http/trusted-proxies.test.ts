import { expect, it } from '@jest/globals';
import pino from 'pino';
import { createApp } from '../app/api/app';

const asked = async (trustedProxies: string[], from: string): Promise<unknown> => {
  const app = createApp({ logger: pino({ level: 'silent' }), trustedProxies });
  app.get('/who', ({ ip, protocol }) => ({ ip, protocol }));
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  const answer = await app.inject({ url: '/who', headers, remoteAddress: from });
  await app.close();
  return answer.json();
};

const CUSTOMER = { ip: '203.0.113.9', protocol: 'https' };

it.each<[string[], string, unknown]>([
  [[], '127.0.0.1', CUSTOMER],
  [[], '10.0.0.9', { ip: '10.0.0.9', protocol: 'http' }],
  [['10.0.0.9'], '10.0.0.9', CUSTOMER],
  [['10.0.0.0/24'], '10.0.0.200', CUSTOMER],
  [['10.0.0.0/24'], '10.0.1.1', { ip: '10.0.1.1', protocol: 'http' }],
])('with %j trusted, %s asks for %j', async (trusted, from, who) => {
  expect(await asked(trusted, from)).toEqual(who);
});
