import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { forwarding } from './forwarded';

const come = (remoteAddress: string, headers: Record<string, string>, trusted: readonly string[] = []) => {
  const request = { headers: { ...headers }, socket: { remoteAddress } };
  forwarding(trusted)(request as unknown as IncomingMessage);
  return request.headers;
};

describe('for whom a request is made', () => {
  const said = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'inbox.example' };

  it.each([
    ['127.0.0.1', []],
    ['::1', []],
    ['10.0.0.3', ['10.0.0.3']],
    ['::ffff:10.0.0.3', ['10.0.0.0/8']],
    ['fd00::1', ['fd00::/8']],
  ])('is believed of a balancer: %s', (address, trusted) => {
    const peer = address.replace('::ffff:', '');
    expect(come(address, said, trusted)).toEqual({ ...said, 'x-forwarded-for': `198.51.100.7, ${peer}` });
  });

  it('is believed of nobody else', () => {
    expect(come('203.0.113.9', said, ['10.0.0.0/8'])).toEqual({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
    });
  });
});
