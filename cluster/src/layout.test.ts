import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { addressOf, layoutOf, localised, portOf, portsEnd, MACHINES, type Layout } from './layout';

const layout: Layout = { dir: '/cluster', basePort: 17_000 };

describe('the place that a command is told', () => {
  it('is one for all programs, wherever they work', () => {
    expect(layoutOf({ dir: 'here/cluster', port: '18000' })).toEqual({
      dir: join(process.cwd(), 'here/cluster'),
      basePort: 18_000,
    });
    expect(layoutOf({ dir: '/var/tmp/cluster', port: '17000' }).dir).toBe('/var/tmp/cluster');
  });

  it.each(['80', '65500', '17000.5', 'many'])('has no port %s', (port) => {
    expect(() => layoutOf({ dir: '/cluster', port })).toThrow(`--port ${port} cannot be.`);
  });
});

describe('the ports of a cluster', () => {
  it('are others for each machine', () => {
    const ports = MACHINES.flatMap((machine) => [portOf(layout, machine, 443), portOf(layout, machine, 26379)]);
    expect(new Set(ports).size).toBe(ports.length);
    for (const port of ports) expect(port).toBeLessThan(portsEnd(layout));
  });
});

describe('a file of the example', () => {
  const one = (port: Parameters<typeof portOf>[2]) => portOf(layout, 'one', port);

  it.each([
    ['listen: 10.0.0.1:5432', `listen: ${addressOf(layout, 'one', 5432)}`],
    ['hosts: 10.0.0.1:2379,10.0.0.3:2379', `hosts: 127.0.0.1:${one(2379)},${addressOf(layout, 'three', 2379)}`],
    [
      'inbox = host=127.0.0.1 port=5000 dbname=inbox',
      `inbox = host=127.0.0.1 port=${portOf(layout, 'two', 5000)} dbname=inbox`,
    ],
    ['listen_port = 6432', `listen_port = ${portOf(layout, 'two', 6432)}`],
    ['port 6379', `port ${portOf(layout, 'two', 6379)}`],
    ['sentinel monitor inbox 10.0.0.1 6379 2', `sentinel monitor inbox 127.0.0.1 ${one(6379)} 2`],
    ['  server one 10.0.0.1:5432 port 8008', `  server one 127.0.0.1:${one(5432)} port ${one(8008)}`],
    ['bind 10.0.0.2', 'bind 127.0.0.1'],
    ['host all all 10.0.0.0/24 scram-sha-256', 'host all all 10.0.0.0/24 scram-sha-256'],
    ['timeout connect 2s', 'timeout connect 2s'],
  ])('has %s as %s', (text, here) => {
    expect(localised(text, 'two', layout)).toBe(here);
  });

  it('names no port that was never tried', () => {
    expect(() => localised('server one 10.0.0.1:4010', 'one', layout)).toThrow('port 4010');
  });
});
