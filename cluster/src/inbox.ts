import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bucketOf } from './engines';
import { makePlace, placeOf, writeExample, type Cluster } from './examples';
import { addressOf, NODES, portOf, type Layout, type Node } from './layout';
import { answers, type Service } from './service';

/** Seconds in which a process that is told to stop has its pages move to another. */
const DRAIN_SECONDS = 4;
const ANSWER_MS = 2_000;

export const inboxUrl = (layout: Layout): string => `https://localhost:${portOf(layout, 'front', 443)}`;

/** What the inbox's processes, and `pnpm admin`, have for settings on a machine. */
export function settingsOf(cluster: Cluster, machine: Node): Record<string, string> {
  const { secrets } = cluster;
  const { settings: bucket } = bucketOf(cluster.cell?.first ?? cluster);
  const role = `inbox:${secrets['INBOX-PASSWORD']}`;
  const here = (port: Parameters<typeof addressOf>[2]) => addressOf(cluster, machine, port);
  return {
    NODE_ENV: 'production',
    INBOX_SEED: 'none',
    INBOX_URL: inboxUrl(cluster),
    INBOX_DATA_DIR: join(cluster.dir, 'shared'),
    DATABASE_URL: `postgresql://${role}@${here(6432)}/inbox`,
    DATABASE_DIRECT_URL: `postgresql://${role}@${here(5000)}/inbox`,
    DATABASE_STANDBY_URL: `postgresql://${role}@${here(5001)}/inbox`,
    INBOX_BROKER_URL: `redis://:${secrets['REDIS-PASSWORD']}@${here(6380)}`,
    INBOX_S3_URL: bucket.url,
    INBOX_S3_KEY_ID: bucket.keyId,
    INBOX_S3_SECRET: bucket.secret,
    INBOX_JWT_SECRET: secrets['TOKEN-SECRET'],
    INBOX_DRAIN_SECONDS: String(DRAIN_SECONDS),
    ...(cluster.cell !== null && {
      INBOX_CELL_SECRET: secrets['CELL-SECRET'],
      // The directory says whose mails it leads on.
      INBOX_SMTP_PROXIES: '127.0.0.1',
    }),
  };
}

const inbox = (machine: Node, name: 'web' | 'live'): Service => {
  const port = name === 'web' ? 4000 : 4001;
  return {
    name,
    machine,
    endsBy: 'SIGTERM',
    async program(cluster) {
      const env = {
        ...settingsOf(cluster, machine),
        INBOX_ROLE: name === 'web' ? 'web,mail,worker' : 'live',
        PORT: String(portOf(cluster, machine, port)),
        INBOX_SMTP_PORT: String(portOf(cluster, machine, 2525)),
        TMPDIR: await makePlace(cluster, machine, 'tmp'),
      };
      return { command: process.execPath, args: [join(cluster.root, 'backend/dist/server.js')], env };
    },
    isReady: (cluster) => answers(`http://${addressOf(cluster, machine, port)}/readyz`),
  };
};

/** What signs for the balancer: a certificate of its own, for this machine. */
export const certificateOf = (layout: Layout): string => placeOf(layout, 'front', 'inbox.pem');

async function makeCertificate(cluster: Cluster): Promise<string> {
  const path = certificateOf(cluster);
  if ((await readFile(path).catch(() => null)) !== null) return path;
  const [key, certificate] = [`${path}.key`, `${path}.crt`];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '365'];
  await promisify(execFile)('openssl', [...args, ...names, '-keyout', key, '-out', certificate]);
  await writeFile(path, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')), { mode: 0o600 });
  return path;
}

/** Whether the balancer leads to a process that is ready. */
async function leads(cluster: Cluster): Promise<boolean> {
  const ca = await readFile(certificateOf(cluster)).catch(() => null);
  if (ca === null) return false;
  return new Promise((resolve) => {
    get(`${inboxUrl(cluster)}/readyz`, { ca, agent: false, timeout: ANSWER_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .once('timeout', () => resolve(false))
      .once('error', () => resolve(false));
  });
}

const balancer: Service = {
  name: 'balancer',
  machine: 'front',
  endsBy: 'SIGTERM',
  async program(cluster) {
    const places = { '/etc/haproxy/inbox.pem': await makeCertificate(cluster) };
    // Whose a request is the directory before several cells has written down.
    const kept: Record<string, string> =
      cluster.cell === null ? {} : { '  http-request del-header X-Forwarded-For\n': '' };
    const bind = { 'bind :443': `bind 127.0.0.1:${portOf(cluster, 'front', 443)}` };
    const file = await writeExample(cluster, {
      example: 'haproxy/haproxy.cfg',
      machine: 'front',
      places: { ...places, ...bind, ...kept },
    });
    return { command: 'haproxy', args: ['-db', '-f', file] };
  },
  isReady: leads,
};

/** The inbox itself. The first process brings the database up to date. */
export const INBOX: readonly (readonly Service[])[] = [
  [inbox('one', 'web')],
  [inbox('two', 'web'), inbox('three', 'web'), ...NODES.map((machine) => inbox(machine, 'live'))],
  [balancer],
];
