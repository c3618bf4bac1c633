import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { findRoot } from '../../backend/src/app/settings/root';
import { makeRelease, partsOf } from './make-release.mjs';

const ROOT = findRoot();
const SCHEMAS = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
function json<Value>(path: string): Value {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return value as Value;
}

interface Component {
  name: string;
  version: string;
  'bom-ref': string;
  hashes?: { alg: string; content: string }[];
}

/** What the drive prints. */
interface Driven {
  signedIn: number;
  page: boolean;
  tickets: { status: number; text: string };
  doctor: string;
  code: number;
}

let dir: string;
let archive: string;
let unpacked: string;

// What is released is what is built.
beforeAll(async () => {
  if (!existsSync(join(ROOT, 'backend/dist/server.js'))) throw new Error('Build first: node scripts/build.mjs');
  dir = await mkdtemp(join(tmpdir(), 'inbox-release-'));
  ({ archive } = await makeRelease(ROOT, { dir: join(dir, 'made') }));
  execFileSync('tar', ['-xzf', archive, '-C', dir]);
  unpacked = join(
    dir,
    `inbox-${json<{ version: string }>(join(ROOT, 'package.json')).version}-${process.platform}-${process.arch}`,
  );
});

afterAll(() => rm(dir, { recursive: true, force: true }));

describe('a release', () => {
  it('starts, takes a mail in, signs in, lists tickets and is well, without an install and without a network', async () => {
    const [port, smtpPort] = await freePorts();
    const drive = join(__dirname, 'testing/drive.mjs');
    const run = [process.execPath, drive, unpacked, String(port), String(smtpPort)];
    const offline = 'ip link set lo up && exec "$@"';
    const [program = '', ...args] = mayUnshare() ? ['unshare', '-n', 'sh', '-c', offline, 'sh', ...run] : run;
    const nowhere = 'http://127.0.0.1:9/';
    const env = {
      PATH: process.env['PATH'],
      HOME: dir,
      npm_config_registry: nowhere,
      NODE_PATH: '',
      http_proxy: nowhere,
      https_proxy: nowhere,
    };
    const { stdout } = await promisify(execFile)(program, args, { env, cwd: '/', timeout: 90_000 });
    const { signedIn, page, tickets, doctor, code } = JSON.parse(stdout) as Driven;
    expect({ signedIn, page, status: tickets.status, code }).toEqual({
      signedIn: 303,
      page: true,
      status: 200,
      code: 0,
    });
    expect(tickets.text).toContain('Where is my parcel?');
    expect(doctor).toMatch(/ok +inbox .*answers/);
    expect(doctor).not.toMatch(/^problem/m);
  });

  it('is the same, byte for byte, when it is made again', async () => {
    const again = await makeRelease(ROOT, { dir: join(dir, 'again') });
    expect(sumOf(again.archive)).toBe(sumOf(archive));
    expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sumOf(archive)}  ${archive.split('/').at(-1)}\n`);
  });

  it('names no folder of the machine that made it', () => {
    const found = execFileSync('sh', [
      '-c',
      'grep -rlF -e "$1" -e "$2" "$3" || true',
      'sh',
      ROOT,
      encodeURIComponent(ROOT),
      unpacked,
    ]);
    expect(found.toString()).toBe('');
  });

  it('has the sum of every file, and lets programs run', () => {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
    const files = execFileSync(
      'find',
      ['.', '-type', 'f', '-newermt', '1970-01-01', '!', '-path', './.data/*', '!', '-name', 'SHA256SUMS'],
      { cwd: unpacked },
    );
    expect(files.toString().trim().split('\n').length).toBe(
      readFileSync(join(unpacked, 'SHA256SUMS'), 'utf8').trim().split('\n').length,
    );
    expect(statSync(join(unpacked, 'start.mjs')).mode & 0o111).toBe(0o111);
  });

  it('has a README of one screen', () => {
    expect(readFileSync(join(unpacked, 'README.md'), 'utf8').split('\n').length).toBeLessThan(40);
  });
});

describe('the list of what is inside', () => {
  it('is CycloneDX as its schema says', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
      ajv.addSchema(
        json<object>(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`)),
        `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
      );
    }
    const valid = ajv.compile(json<object>(join(SCHEMAS, 'bom-1.6.SNAPSHOT.schema.json')));
    const sbom = json<object>(join(unpacked, 'sbom.cdx.json'));
    valid(sbom);
    expect(valid.errors ?? []).toEqual([]);
    // It can fail.
    expect(valid({ ...sbom, components: [{ type: 'library' }] })).toBe(false);
  });

  it('names what is bundled, installed and compiled, with the hashes of the lock', () => {
    const { components } = json<{ components: Component[] }>(join(unpacked, 'sbom.cdx.json'));
    const of = (name: string) =>
      components.find((each) => each.name === name || each['bom-ref'].startsWith(`pkg:npm/${name}@`));
    for (const name of ['fastify', 'react-dom', '%40module-federation/runtime', 'emojibase-data', 'selfsigned']) {
      expect(of(name)?.hashes?.[0]?.alg).toBe('SHA-512');
    }
    expect(of('PostgreSQL')?.version).toMatch(/^18\./);
    for (const tool of ['jest', 'typescript', '%40rspack/core']) expect(of(tool)).toBeUndefined();
    const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
    const fastify = of('fastify');
    const hash = Buffer.from(fastify?.hashes?.[0]?.content ?? '', 'hex').toString('base64');
    expect(lock).toContain(`fastify@${fastify?.version}:\n    resolution: {integrity: sha512-${hash}}`);
  });

  it('comes with the licence of every one', () => {
    const notices = readFileSync(join(unpacked, 'NOTICES.txt'), 'utf8');
    const { libraries, programs } = partsOf(ROOT);
    for (const { name, version, licence } of [...libraries, ...programs]) {
      expect(notices).toContain(`\n${name} ${version}\nLicence: ${licence}`);
    }
  });
});

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Only root on Linux may make a network of its own, and not in every container. */
function mayUnshare(): boolean {
  try {
    execFileSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()];
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
